/**
 * Returns an SVG of Vega in a third of its size, with the same picture: a chart has hundreds of marks, and Vega repeats
 * every attribute of each. A tenth of a pixel is exact enough for positions.
 */
export function shortenSvg(svg: string): string {
  const short = svg
    .replace(EMPTY, '')
    .replace(DEFAULTS, '')
    .replace(GEOMETRY, (attribute) =>
      attribute.replace(DECIMALS, (number) => String(Math.round(10 * Number(number)) / 10)),
    )
    .replace(DOT, '<circle cx="$1" cy="$2" r="$3"')
    .replace(ALIKE, (marks, style) => `<g${style}>${marks.replaceAll(`${style}/>`, '/>')}</g>`)
  const [family = ''] = / font-family="[^"]*"/.exec(short) ?? []
  return family === '' ? short : short.replaceAll(family, '').replace('<g', `<g${family}`)
}

// Vega escapes `<` and `>` in texts and attributes, so both occur only at the ends of tags.

/** The backgrounds and foregrounds of groups that draw nothing. */
const EMPTY = /<path class="(?:background|foreground)"[^>]* d="(?:M0,0h0v0h0Z)?"[^>]*\/>/g
/** Attributes with their default value, and those for a mouse, which pages do not listen to. */
const DEFAULTS = / (?:opacity="1"|pointer-events="none")(?=[^<]*>)/g
const GEOMETRY = / (?:d|transform|[xy][12]?)="[^"]*"(?=[^<]*>)/g
const DECIMALS = /-?\d+\.\d{2,}(?:e-\d+)?/g
/** The start of a circle, which Vega draws as a path of two arcs. */
const DOT = /<path transform="translate\(([^,]*),([^)]*)\)" d="M([\d.]+),0A\3,\3,0,1,1,-\3,0A\3,\3,0,1,1,\3,0Z?"/g
/** Two or more dots or lines with the same style. A group of marks with an `opacity` would look different. */
const PLACED = '<(?:circle cx="[^"]*" cy="[^"]*" r="[^"]*"|line transform="[^"]*" x2="[^"]*" y2="[^"]*")'
const ALIKE = new RegExp(`${PLACED}((?: (?!opacity)[\\w-]+="[^"]*")+)/>(?:${PLACED}\\1/>)+`, 'g')
