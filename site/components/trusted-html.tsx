import type { Html } from '../src/html.ts'

/** Inserts HTML that this package made and escaped into an element of its own. */
export function TrustedHtml({
  as: Element,
  className,
  html,
}: {
  as: 'header' | 'footer' | 'div'
  className: string
  html: Html
}) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `html` has escaped the contents of every Html
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html.text }} />
}
