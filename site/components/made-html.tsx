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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an Html is made by `html`, which escapes what it is given
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html.text }} />
}
