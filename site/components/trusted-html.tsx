import type { Html } from '../src/html.ts'

/** Inserts HTML that this package generated and escaped, in its own element. */
export function MadeHtml({
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
