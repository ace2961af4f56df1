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
  /** Whether the box is a cell of a table, which shares its border with the next cell. */
  isCell: boolean
}

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
  const { lines, boxes, width, height } = await page.evaluate(readPage)
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

function drawBox({ x, y, width, height, radius, fill, stroke, isCell }: Box): string {
  const corner = radius > 0 ? ` rx="${radius}"` : ''
  const line = stroke === null ? '' : ` stroke="${variable(stroke)}"`
  // A line of one pixel is sharp if its middle is the middle of a pixel.
  const inset = stroke === null ? 0 : 0.5
  const less = stroke === null || isCell ? 0 : 1
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

/** Reads the lines and the boxes of a page. This function runs in the browser. */
function readPage(): { lines: Line[]; boxes: Box[]; width: number; height: number } {
  const round = (value: number) => Math.round(value * 10) / 10
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const [lines, boxes]: [Line[], Box[]] = [[], []]

  const readText = (node: Text, style: CSSStyleDeclaration) => {
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const ascent = context.measureText('x').fontBoundingBoxAscent
    let line: Line | undefined
    for (const word of node.data.matchAll(/\S+\s*|^\s+/g)) {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].trimEnd().length)
      const rect = range.getBoundingClientRect()
      // A pictogram is a line of its own, because its font differs most between machines.
      const isPictogram = /\p{Extended_Pictographic}/u.test(word[0])
      const y = round(rect.top + ascent)
      if (rect.width === 0) continue
      if (line !== undefined && line.y === y && !isPictogram) {
        line.text += ` ${word[0].trim()}`
        line.width = round(rect.right - line.x)
        continue
      }
      line = {
        text: word[0].trim(),
        ...{ x: round(rect.left), y, width: round(rect.width), size: Number.parseFloat(style.fontSize) },
        ...{ isBold: Number(style.fontWeight) >= 600, isCode: style.fontFamily.includes('mono'), colour: style.color },
      }
      lines.push(line)
      if (isPictogram) line = undefined
    }
  }

  const readElement = (element: Element) => {
    const style = getComputedStyle(element)
    const { left, top, width, height } = element.getBoundingClientRect()
    const fill = style.backgroundColor === 'rgba(0, 0, 0, 0)' ? null : style.backgroundColor
    const stroke = Number.parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : null
    if (height > 0 && (fill !== null || stroke !== null)) {
      const [x, y] = [Math.round(left), Math.round(top)]
      const size = { width: Math.round(left + width) - x, height: Math.round(top + height) - y }
      boxes.push({
        x,
        y,
        ...size,
        radius: Number.parseFloat(style.borderTopLeftRadius),
        fill,
        stroke,
        isCell: element instanceof HTMLTableCellElement,
      })
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) readText(node, style)
      else if (node instanceof Element && node.checkVisibility()) readElement(node)
    }
  }

  readElement(document.body)
  const { width, height } = document.body.getBoundingClientRect()
  return { lines, boxes, width, height: Math.ceil(height) }
}
