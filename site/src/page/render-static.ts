import { revealInvisible } from '@plimsoll/schema/browser'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * Renders elements as HTML, in Node and in the browser's scripts. React escapes markup. Invisible characters, and
 * characters that change the direction of text, become U+FFFD: a document could use them to display something other than
 * its content.
 */
export function renderStatic(elements: ReactNode): string {
  return revealInvisible(renderToStaticMarkup(elements))
}
