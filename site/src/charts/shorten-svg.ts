/**
 * Returns an SVG of Vega in a quarter of its size, with the same picture: a chart has hundreds of marks, and Vega
 * repeats every attribute of each. A tenth of a pixel is exact enough for positions.
 */
export function shortenSvg(svg: string): string {
  const short = svg
    .replace(EMPTY, '')
    .replace(UNUSED, '')
    .replace(GEOMETRY, (attribute) =>
      attribute.replace(DECIMALS, (number) => String(Math.round(10 * Number(number)) / 10)),
    )
    .replace(DOT, '<circle cx="$1" cy="$2" r="$3"')
    .replace(LINE, (_, start = '0,0', across, down) => `<path d="M${start}${toEnd(across, down)}"`)
    .replace(TEXT, '<text x="$2" y="$3"$1')
  const [family = ''] = / font-family="[^"]*"/.exec(short) ?? []
  const inOneFont = family === '' ? short : short.replaceAll(family, '').replace('<g', `<g${family}`)
  return withoutPlainGroups(inOneFont)
    .replace(
      STROKES,
      (paths, style) => `<path d="${[...paths.matchAll(/ d="([^"]*)/g)].map(([, d]) => d).join('')}"${style}/>`,
    )
    .replace(ALIKE, (marks, style) => `<g${style}>${marks.replaceAll(`${style}/>`, '/>')}</g>`)
    .replace(ALIKE_TEXTS, (texts, style) => `<g${style}>${texts.replaceAll(`${style}>`, '>')}</g>`)
}

/** Removes the groups without attributes, which Vega nests around all marks. */
function withoutPlainGroups(svg: string): string {
  const isKept: boolean[] = []
  return svg.replace(/<g(?: [^>]*)?>|<\/g>/g, (tag) => {
    if (tag !== '</g>') isKept.push(tag !== '<g>')
    const keep = tag === '</g>' ? isKept.pop() : isKept.at(-1)
    return keep ? tag : ''
  })
}

/** Returns the part of a path from the start of a line to its end. */
function toEnd(across: string, down: string): string {
  if (across === '0') return `v${down}`
  return down === '0' ? `h${across}` : `l${across},${down}`
}

// Vega escapes `<` and `>` in texts and attributes, so both occur only at the ends of tags.

/** The backgrounds and foregrounds of groups that draw nothing, and groups without marks. */
const EMPTY =
  /<path class="(?:background|foreground)"(?:(?! fill=| stroke=)[^>])*\/>|<path class="background"[^>]* d="M0,0h0v0h0Z"[^>]*\/>|<g [^>]*\/>/g
/**
 * Attributes with their default value, those for a mouse, which pages do not listen to, classes, and those for screen
 * readers, to which the picture is one whole.
 */
const UNUSED =
  / (?:opacity="1"|pointer-events="none"|text-anchor="start"|font-weight="normal"|stroke-width="1"|transform="translate\(0,0\)"|aria-hidden="true"|(?:class|role|aria-roledescription)="[^"]*")(?=[^<]*>)/g
const GEOMETRY = / (?:d|transform|[xy][12]?)="[^"]*"(?=[^<]*>)/g
const DECIMALS = /-?\d+\.\d{2,}(?:e-\d+)?/g
/** The start of a circle, which Vega draws as a path of two arcs. */
const DOT = /<path transform="translate\(([^,]*),([^)]*)\)" d="M([\d.]+),0A\3,\3,0,1,1,-\3,0A\3,\3,0,1,1,\3,0Z?"/g
/** The start of a line. Those at the origin have lost their place to the defaults. */
const LINE = /<line(?: transform="translate\(([^)]*)\)")? x2="([^"]*)" y2="([^"]*)"/g
/** The start of a text that is not turned. */
const TEXT = /<text( text-anchor="\w+")? transform="translate\(([^,]*),([^)]*)\)"/g
/** Two or more paths without an area, which one path draws alike unless they are translucent. */
const STROKE = '<path d="[^"]*"'
const STROKES = new RegExp(`${STROKE}((?: (?!fill|[\\w-]*opacity)[\\w-]+="[^"]*")+)/>(?:${STROKE}\\1/>)+`, 'g')
/** Two or more marks with the same style. A group of marks with an `opacity` would look different. */
const PLACED = '<(?:circle cx="[^"]*" cy="[^"]*" r="[^"]*"|path d="[^"]*")'
const ALIKE = new RegExp(`${PLACED}((?: (?!opacity)[\\w-]+="[^"]*")+)/>(?:${PLACED}\\1/>)+`, 'g')
const WRITTEN = ['<text x="[^"]*" y="[^"]*"', '>[^<]*</text>']
const ALIKE_TEXTS = new RegExp(`${WRITTEN.join('((?: (?!opacity)[\\w-]+="[^"]*")+)')}(?:${WRITTEN.join('\\1')})+`, 'g')
