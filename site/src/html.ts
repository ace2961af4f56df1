import { revealInvisible } from '@plimsoll/schema/browser'

// React makes the pages. This file is for markup in other places: SVG files, feeds, and the text of Markdown.

/** Markup that is safe to insert. It was made by the function `html`, or by another function that escapes. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | null | undefined | false | readonly Content[]

/** Builds markup and escapes all contents except those of the class `Html`. null, undefined and false yield nothing. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(contents[index - 1]) + string))
}

/** Marks markup from elsewhere as safe, for example a chart's SVG. Never use it for text of a document. */
export function trusted(text: string): Html {
  return new Html(text)
}

/** Escapes text for element content and for quoted attributes, and replaces characters as `revealForMarkup` does. */
export function escapeHtml(text: string): string {
  return revealForMarkup(text).replace(MARKUP, (character) => ENTITIES[character] as string)
}

/**
 * Replaces invisible characters, characters that change the direction of text, and those that XML 1.0 cannot contain
 * (lone surrogates, U+FFFE, U+FFFF) by U+FFFD. A document could use them to display something other than its content, or
 * to break a picture.
 */
export function revealForMarkup(text: string): string {
  return revealInvisible(text.toWellFormed()).replace(/[\ufffe\uffff]/g, '\ufffd')
}

const MARKUP = /[&<>"']/g

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (content instanceof Html) return content.text
  if (Array.isArray(content)) return content.map(render).join('')
  // A picture has hundreds of numbers, and no number has a character to escape.
  return typeof content === 'string' ? escapeHtml(content) : String(content)
}
