/** Shows a text whose names with a hyphen, such as `npm-ci`, break only if they do not fit on a line of their own. */
export function UnbrokenNames({ text }: { text: string }) {
  return text.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
