import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { escapeHtml, revealInvisible } from '../html.ts'

/** What a reader who does not see the chart is told. */
export interface TextAlternative {
  /** Unique on the page. */
  id: string
  title: string
  description: string
}

/** Draws a Vega-Lite spec as an SVG element that needs no script. */
export async function toSvg(spec: TopLevelSpec, { id, title, description }: TextAlternative): Promise<string> {
  const view = new View(parse(compile(spec).spec), { renderer: 'none' })
  try {
    // Vega escapes markup in the texts it draws, and nothing else.
    const svg = revealInvisible(await view.toSVG())
    const attributes = `role="img" aria-labelledby="${escapeHtml(id)}-title ${escapeHtml(id)}-desc"`
    const text = `<title id="${escapeHtml(id)}-title">${escapeHtml(title)}</title><desc id="${escapeHtml(id)}-desc">${escapeHtml(description)}</desc>`
    return svg
      .replace(ROLES, '')
      .replace(/<svg [^>]*?(width="[^"]*" height="[^"]*" viewBox="[^"]*")[^>]*>/, `<svg ${attributes} $1>${text}`)
  } finally {
    view.finalize()
  }
}

/** Vega gives groups of marks roles that need names; the chart as a whole has the one that says something. */
const ROLES = / (role|aria-roledescription)="[^"]*"(?=[^<]*>)/g
