import type { ReactNode } from 'react'

/** The number of letters that are on one line on every screen. */
const SHORT = 24

/** Returns a name from a document, of any length. Only a long one needs an element, in which it wraps. */
export function named(text: string): ReactNode {
  return text.length > SHORT ? <span className="name">{text}</span> : text
}
