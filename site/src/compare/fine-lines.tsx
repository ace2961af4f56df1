/** Remarks in small print, one paragraph each. */
export function FineLines({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text} className="fine">
      {text}
    </p>
  ))
}
