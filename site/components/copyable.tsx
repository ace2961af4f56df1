interface Properties {
  text: string
  /** What the text is, for the name of the button. */
  label: string
  /**
   * The path from the page to the root of the site, for HTML with addresses relative to the root. The script `copy` makes
   * these addresses absolute.
   */
  root?: '' | '../' | undefined
}

/** A text to copy. It can be selected without scripts; the script `copy` adds a button. */
export function Copyable({ text, label, root }: Properties) {
  return (
    <div className="copyable">
      <pre data-copy={label} data-root={root}>
        {text}
      </pre>
    </div>
  )
}
