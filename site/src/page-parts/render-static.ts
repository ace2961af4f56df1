import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { revealForMarkup } from '../html.ts'

/**
 * Renders elements as HTML, in Node and in the browser's scripts. React escapes markup. Other characters are
 * replaced as `revealForMarkup` does.
 */
export function renderStatic(elements: ReactNode): string {
  return revealForMarkup(renderToStaticMarkup(elements))
}
