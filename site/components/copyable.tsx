/**
 * A text to copy. It can be selected without scripts; the script `copy` adds a button. @param label what the text is,
 * for the name of the button
 */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className="copyable">
      <pre data-copy={label}>{text}</pre>
    </div>
  )
}
