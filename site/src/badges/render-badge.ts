import { html } from '../html.ts'
import type { RunHeadline } from '../run-page/headline.ts'

const COLORS = { good: '#0f6b6a', bad: '#b03a18', neutral: '#3d4d57' }
/**
 * The approximate width of a character in a reader's font, in pixels. Each text is stretched to the length that follows
 * from this width.
 */
const CHARACTER = 6.6
const MAX_LENGTH = 90

/** Renders a badge with the headline of a run, for a README: `npm-ci small · bind | 2.66× native`. */
export function renderBadge({ subject, result, outcome }: RunHeadline): string {
  const [left, right] = [part(subject), part(result)]
  const width = left.width + right.width
  const text = (at: number, { text, width }: Part) =>
    html`<text x="${at + 7}" y="14" textLength="${width - 14}">${text}</text>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${subject}: ${result}"><title>${subject}: ${result}</title><rect width="${width}" height="20" rx="3" fill="#17262f"/><path fill="${COLORS[outcome]}" d="M${left.width} 0h${right.width - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right.width - 3}z"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(0, left)}${text(left.width, right)}</g></svg>
`.text
}

interface Part {
  text: string
  /** The width of this part of the badge, in pixels. */
  width: number
}

function part(text: string): Part {
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
  return { text: shown, width: Math.round(shown.length * CHARACTER) + 14 }
}
