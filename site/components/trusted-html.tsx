import type { Html } from '../src/html.ts'

interface Properties {
  as: 'div' | 'script' | 'style'
  className?: string
  /** The type of a `script`. */
  type?: string
  html: Html
}

/** Inserts HTML as the content of an element. This package must have made and escaped the HTML. */
export function TrustedHtml({ as: Element, className, type, html }: Properties) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: every Html was escaped when it was made
  return <Element className={className} type={type} dangerouslySetInnerHTML={{ __html: html.text }} />
}
