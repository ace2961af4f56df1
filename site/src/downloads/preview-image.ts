import { shorten } from '../charts/labels.ts'
import { LIGHT } from '../charts/theme.ts'
import { type Html, html } from '../html.ts'
import { widthOf } from './font.ts'
import { FONT, type FontMetrics, renderPng } from './png.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 60

/** The width in pixels of the body, which lies between the left and the right margin. */
export const BODY_WIDTH = WIDTH - 2 * MARGIN

/** The content of a preview image, from top to bottom. */
export interface PreviewImage {
  above: string
  title: string
  line?: string
  /** The body of the image, a drawing at the lower edge; null for an image without one. */
  body: Body | null
  writeText: TextWriter
}

/** A drawing below the heading of a preview image. Its origin is at the left margin. */
export interface Body {
  heading: string
  drawing: Html
  /** The height of the drawing, in pixels. */
  height: number
}

/** Draws the preview image of a shared link: PNG, 1200 × 630 pixels. */
export function drawPreviewImage({
  above,
  title,
  line,
  body,
  writeText,
}: PreviewImage): Promise<Uint8Array<ArrayBuffer>> {
  const top = HEIGHT - MARGIN - (body?.height ?? 0)
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}" fill="${paint('ink')}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${paint('paper')}"/>
<g transform="translate(${MARGIN} 0)">${[
    writeText(0, 80, { size: 28, width: BODY_WIDTH, color: 'muted' }, above),
    writeText(0, 138, { size: 44, width: BODY_WIDTH, bold: true }, title),
    line === undefined ? null : writeText(0, 192, { size: 36, width: BODY_WIDTH }, line),
    body && writeText(0, top - 22, { size: 24, width: BODY_WIDTH, color: 'muted' }, body.heading),
  ]}</g>
${body && html`<g transform="translate(${MARGIN} ${top})">${body.drawing}</g>`}
</svg>`
  return renderPng(picture.text)
}

/** The size and style of a text; sizes are in pixels. */
export interface Setting {
  size: number
  /** The maximum width of the text. A longer text loses its end. */
  width: number
  /** Whether the text is a label. A label that is too long loses its middle, because labels differ at their ends. */
  isLabel?: boolean
  color?: string
  bold?: boolean
}

/** Draws a text with its baseline at `y`. */
export type TextWriter = (x: number, y: number, setting: Setting, text: string) => Html

/**
 * Returns a function that draws texts. It shortens each text to its maximum width, and writes `?` for letters that the
 * font lacks.
 */
export function textWriter({ normal, bold }: FontMetrics): TextWriter {
  return (x, y, { size, width, color = 'ink', bold: isBold = false, isLabel = false }, text) => {
    const widths = isBold ? bold : normal
    const drawable = [...text].map((letter) => (widths.has(letter.codePointAt(0) as number) ? letter : '?')).join('')
    const shown = fit(drawable, (part) => widthOf(part, size, widths) <= width, isLabel)
    const weight = isBold && html` font-weight="700"`
    return html`<text x="${x}" y="${y}" font-size="${size}" fill="${paint(color)}"${weight}>${shown}</text>`
  }
}

function fit(text: string, fits: (text: string) => boolean, isLabel: boolean): string {
  if (fits(text)) return text
  for (let length = text.length - 1; length > 3; length--) {
    const part = isLabel ? shorten(text, length) : `${text.slice(0, length - 1).trimEnd()}…`
    if (fits(part)) return part
  }
  return '…'
}

/** Returns a colour of the light theme. */
function paint(name: string): string {
  return LIGHT[name] as string
}
