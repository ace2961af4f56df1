import type { Html } from '../src/html.ts'

/** Inserts HTML as the content of an element. This package must have made and escaped the HTML. */
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
