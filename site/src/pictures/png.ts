import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { LIGHT } from '../charts/theme.ts'
import { type GlyphWidths, readWidths } from './font.ts'

/** The font family of the two bundled fonts (normal and bold). Pictures use no other family. */
export const FONT = 'Geist'

/** The glyph widths of the normal and of the bold font. */
export interface FontMetrics {
  normal: GlyphWidths
  bold: GlyphWidths
}

/**
 * Draws an SVG without transparent parts as a PNG, in the colours of the light theme. The texts of the SVG must be in
 * `FONT`, normal or bold.
 * @param width the width in pixels; that of the SVG unless given
 */
export async function renderPng(svg: string, width?: number): Promise<Uint8Array<ArrayBuffer>> {
  const { files } = await loaded()
  const drawing = new Resvg(svg, {
    fitTo: width === undefined ? { mode: 'original' } : { mode: 'width', value: width },
    font: { fontBuffers: files, defaultFontFamily: FONT },
  })
  const image = drawing.render()
  try {
    return encode(image)
  } finally {
    image.free()
    drawing.free()
  }
}

/** Loads the glyph widths of the fonts. */
export async function loadFontMetrics(): Promise<FontMetrics> {
  return (await loaded()).metrics
}

interface DrawingFonts {
  files: Buffer[]
  metrics: FontMetrics
}

let ready: Promise<DrawingFonts> | null = null

/**
 * Loads the drawing library and the fonts once, because loading takes longer than drawing. After a failure, the next
 * call tries again.
 */
function loaded(): Promise<DrawingFonts> {
  ready ??= load().catch((error: unknown) => {
    ready = null
    throw error
  })
  return ready
}

async function load(): Promise<DrawingFonts> {
  const fonts = path.join(packageDirectory('geist'), 'dist', 'fonts', 'geist-sans')
  const [program, regular, bold] = await Promise.all([
    readFile(path.join(packageDirectory('@resvg/resvg-wasm'), 'index_bg.wasm')),
    readFile(path.join(fonts, 'Geist-Regular.ttf')),
    readFile(path.join(fonts, 'Geist-Bold.ttf')),
  ])
  const metrics = { normal: readWidths(regular), bold: readWidths(bold) }
  // Initialize the library last: this works only once, and the steps before it may fail and be tried again.
  await initWasm(program)
  return { files: [regular, bold], metrics }
}

/**
 * Returns the directory of a package. `require.resolve` cannot be used: the bundler of the pages would replace its
 * call, and the result would not be a path.
 */
function packageDirectory(name: string): string {
  const file = findPackageJSON(name, import.meta.url)
  if (file === undefined) throw new Error(`The package ${name} is not installed.`)
  return path.dirname(file)
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/**
 * The last fields of the PNG header: 4 bits per pixel, a palette, the only defined compression and filter methods, not
 * interlaced.
 */
const FORMAT = [4, 3, 0, 0, 0]

/** A colour as its red, green and blue, each 0 to 255. */
type Rgb = [number, number, number]

const PAPER = parseColor('paper')
/**
 * The colours of every picture: the paper, three shades of the ink, and the colours of the charts. The lighter shades are
 * those at the edges of letters and marks. More shades would make a picture larger and hardly clearer. A pixel takes half
 * a byte, so there may be 16.
 */
const PALETTE: Rgb[] = [
  PAPER,
  ...[0.33, 0.67, 1].map((share) => onPaper(parseColor('ink'), share)),
  ...['native', 'layer', 'volume', 'bind-volume', 'bind', 'other'].map(parseColor),
]

/**
 * Encodes a PNG (ISO/IEC 15948) of opaque pixels. Each pixel gets the nearest colour of the palette. The library's own PNG
 * has four bytes a pixel and is seven times as large (18.0 instead of 2.5 kB), and every run has one.
 */
function encode({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }) {
  const colors = new Uint32Array(pixels.buffer)
  const rows = Buffer.from(pixels.buffer)
  nearestColors ??= indexNearest()
  const nearest = nearestColors
  const length = 1 + Math.ceil(width / 2)
  const lines = Buffer.alloc(height * length)
  let [last, index] = [-1, 0]
  for (let y = 0; y < height; y++) {
    const start = y * length
    // Many rows of a picture, such as the margins, repeat the one above. Comparing takes far less time than indexing.
    if (y > 0 && rows.compare(rows, 4 * (y - 1) * width, 4 * y * width, 4 * y * width, 4 * (y + 1) * width) === 0) {
      lines.copyWithin(start, start - length, start)
      continue
    }
    for (let x = 0; x < width; x++) {
      const color = colors[y * width + x] as number
      if (color !== last) {
        last = color
        const level = ((color & 0xf0) << 4) | ((color >>> 8) & 0xf0) | ((color >>> 20) & 0xf)
        index = nearest[level] as number
      }
      // Most pixels are paper, whose index is 0, as the lines are already.
      if (index === 0) continue
      const at = start + 1 + (x >> 1)
      lines[at] = (lines[at] as number) | (x % 2 === 0 ? index << 4 : index)
    }
  }
  const header = Buffer.alloc(8 + FORMAT.length)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(FORMAT, 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.flat())),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]))
}

/** The result of `indexNearest`, for all pictures. */
let nearestColors: Uint8Array | null = null

/**
 * Returns the index of the palette's nearest colour, by the squares of the channels, for each colour of 16 levels per
 * channel: 0xRGB. A level stands for a multiple of 17, so that 0 and 15 are the ends of a channel.
 */
function indexNearest(): Uint8Array {
  return Uint8Array.from({ length: 16 ** 3 }, (_, color) => {
    const levels = [color >> 8, (color >> 4) & 0xf, color & 0xf]
    const distances = PALETTE.map((other) =>
      other.reduce((sum, channel, at) => sum + (channel - 17 * (levels[at] as number)) ** 2, 0),
    )
    return distances.indexOf(Math.min(...distances))
  })
}

/** Returns a colour of the light theme. */
function parseColor(name: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt((LIGHT[name] as string).slice(at, at + 2), 16)) as Rgb
}

/** Mixes a colour with the paper. @param share the share of the colour, 0 to 1 */
function onPaper(color: Rgb, share: number): Rgb {
  return color.map((channel, at) => Math.round(channel * share + (PAPER[at] as number) * (1 - share))) as Rgb
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
