/** Shows a text of a document or an edition, in which backticks enclose code, as in Markdown. Other marks stay as they are. */
export function TextWithCode({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
}
