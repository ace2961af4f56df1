import type { Html } from '../src/html.ts'

interface Properties {
  as: 'div' | 'style'
  className?: string
  html: Html
}

/** Inserts HTML as the content of an element. This package must have made and escaped the HTML. */
export function TrustedHtml({ as: Element, className, html }: Properties) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: every Html was escaped when it was made
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html.text }} />
}
