/** A piece of HTML that is safe as it is: made by `html` or by a function that escapes. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | null | undefined | false | readonly Content[]

/** HTML with everything that is put in escaped, unless it is `Html` itself. null, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(contents[index - 1]) + string))
}

/** HTML made elsewhere, for example a chart's SVG. Never for what a document says. */
export function trusted(text: string): Html {
  return new Html(text)
}

/**
 * Text for element content and for quoted attributes. Characters that do not show, or that turn the direction of the
 * text around them, would let a document show what it does not say: they become U+FFFD.
 */
export function escapeHtml(text: string): string {
  return revealInvisible(text.replace(MARKUP, (character) => ENTITIES[character] as string))
}

/** Text in which every character that does not show, or turns the text around it, is U+FFFD. */
export function revealInvisible(text: string): string {
  return text.replace(INVISIBLE, '\ufffd')
}

const MARKUP = /[&<>"']/g

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** C0 and C1 controls but tab and line feed, soft hyphen, zero-width and directional characters, byte order mark. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it is for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (content instanceof Html) return content.text
  if (Array.isArray(content)) return content.map(render).join('')
  return escapeHtml(String(content))
}
