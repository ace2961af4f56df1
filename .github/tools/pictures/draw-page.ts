import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { COLOURS } from './github-page.ts'

/** A line of text on a page, in pixels. `y` is its baseline. */
interface Line {
  text: string
  x: number
  y: number
  width: number
  size: number
  isBold: boolean
  isCode: boolean
  colour: string
}

/** A rectangle on a page, in pixels. */
interface Box {
  x: number
  y: number
  width: number
  height: number
  radius: number
  fill: string | null
  stroke: string | null
  /** Whether the box is part of a table. It then shares its border with the next box. */
  isInTable: boolean
}

interface PageContent {
  lines: Line[]
  boxes: Box[]
  width: number
  height: number
}

const READ_PAGE = readFileSync(new URL('./read-page.js', import.meta.url), 'utf8')

/** The marks of a headline as circles. Not every machine has a font for pictograms. */
const CIRCLES: Record<string, { fill: string; stroke: string }> = {
  '🔴': { fill: '#d1242f', stroke: '#d1242f' },
  '⚪': { fill: 'none', stroke: 'var(--muted)' },
}

/**
 * A page drawn as SVG. Unlike a screenshot, the picture is small and sharp, has text, and follows the reader's colour
 * scheme.
 * @param title what the picture shows, for readers who do not see it
 */
export async function drawPage(page: Page, title: string): Promise<string> {
  const { lines, boxes, width, height } = await page.evaluate<PageContent>(READ_PAGE)
  const [light, dark] = [0, 1].map((scheme) =>
    Object.entries(COLOURS)
      .map(([name, values]) => `--${name}: ${values[scheme]}`)
      .join('; '),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif">
  <title>${escaped(title)}</title>
  <style>
    :root { ${light} }
    @media (prefers-color-scheme: dark) { :root { ${dark} } }
    text { white-space: pre }
  </style>
${[...boxes.map(drawBox), ...lines.map(drawLine)].map((line) => `  ${line}\n`).join('')}</svg>
`
}

function drawBox({ x, y, width, height, radius, fill, stroke, isInTable }: Box): string {
  const corner = radius > 0 ? ` rx="${radius}"` : ''
  const line = stroke === null ? '' : ` stroke="${variable(stroke)}"`
  // A line of one pixel is sharp if its middle is the middle of a pixel.
  const inset = stroke === null ? 0 : 0.5
  const less = stroke === null || isInTable ? 0 : 1
  return `<rect x="${x + inset}" y="${y + inset}" width="${width - less}" height="${height - less}"${corner} fill="${fill === null ? 'none' : variable(fill)}"${line}/>`
}

function drawLine({ text, x, y, width, size, isBold, isCode, colour }: Line): string {
  const circle = CIRCLES[text]
  if (circle !== undefined)
    return `<circle cx="${x + size * 0.4}" cy="${y - size * 0.36}" r="${size * 0.36}" fill="${circle.fill}" stroke="${circle.stroke}"><title>${text}</title></circle>`
  const font = `font-size="${size}"${isBold ? ' font-weight="600"' : ''}${isCode ? ' font-family="ui-monospace, monospace"' : ''}`
  // Fonts differ between machines: the same width keeps the columns apart.
  const fixed = /\p{Extended_Pictographic}/u.test(text) ? '' : ` textLength="${width}" lengthAdjust="spacingAndGlyphs"`
  return `<text x="${x}" y="${y}" ${font}${fixed} fill="${variable(colour)}">${escaped(text)}</text>`
}

/** The variable of a colour of the light scheme, as a browser writes it. */
function variable(colour: string): string {
  const hex = `#${[...colour.matchAll(/\d+/g)].map(([number]) => Number(number).toString(16).padStart(2, '0')).join('')}`
  const name = Object.keys(COLOURS).find((name) => COLOURS[name]?.[0] === hex)
  if (name === undefined) throw new Error(`The page has a colour that COLOURS lacks: ${colour}.`)
  return `var(--${name})`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
