import type { Html } from '../src/html.ts'

/** HTML that this package made and escaped itself, in an element of its own. */
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
