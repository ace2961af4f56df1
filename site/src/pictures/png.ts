import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { type GlyphWidths, readWidths } from './font.ts'

/** The font family of the two bundled fonts (normal and bold). Pictures use no other family. */
export const FONT = 'Geist'

/** The glyph widths of the normal and of the bold font. */
export interface FontMetrics {
  normal: GlyphWidths
  bold: GlyphWidths
}

/**
 * Draws an SVG as a PNG. The texts of the SVG must be in `FONT`, normal or bold.
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
 * The last fields of the PNG header: 8 bits per pixel, a palette, the only defined compression and filter methods, not
 * interlaced.
 */
const FORMAT = [8, 3, 0, 0, 0]
const MAX_COLORS = 256

/**
 * Encodes a PNG (ISO/IEC 15948) with a palette. Pictures have few colours, and shades of them at the edges of letters and
 * lines, so 16 levels of each channel are enough, and the file has a third of the size of one with all shades. If there
 * are more than 256 colours, the later ones become the nearest of the first 256.
 */
function encode({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }) {
  const colors = new Uint32Array(pixels.buffer)
  const rows = Buffer.from(pixels.buffer)
  const indexes = new Map<number, number>()
  const lines = Buffer.alloc(height * (1 + width))
  const palette: number[] = []
  let [last, index] = [-1, 0]
  for (let y = 0; y < height; y++) {
    const start = y * (1 + width)
    // Many rows of a picture, such as the margins, repeat the one above. Comparing takes far less time than indexing.
    if (y > 0 && rows.compare(rows, 4 * (y - 1) * width, 4 * y * width, 4 * y * width, 4 * (y + 1) * width) === 0) {
      lines.copyWithin(start, start - 1 - width, start)
      continue
    }
    for (let at = start + 1, pixel = y * width; at <= start + width; at++, pixel++) {
      const color = colors[pixel] as number
      if (color !== last) {
        last = color
        // Each channel becomes a multiple of 17, so that black, white and opaque stay what they are.
        const level = ((color & 0xf0f0f0f0) | ((color >>> 4) & 0x0f0f0f0f)) >>> 0
        index = indexes.get(level) ?? (palette.length < MAX_COLORS ? palette.push(level) - 1 : nearest(palette, level))
        indexes.set(level, index)
      }
      lines[at] = index
    }
  }
  const header = Buffer.alloc(8 + FORMAT.length)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(FORMAT, 8)
  const bytes = new Uint8Array(Uint32Array.from(palette).buffer)
  const channels = (wanted: number[]) => Buffer.from(bytes.filter((_, at) => wanted.includes(at % 4)))
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', channels([0, 1, 2])),
    chunk('tRNS', channels([3])),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]))
}

/** Returns the index of the colour in a palette that differs least from a colour, by the squares of the channels. */
function nearest(palette: readonly number[], color: number): number {
  const channels = [0, 8, 16, 24]
  const distances = palette.map((other) =>
    channels.reduce((sum, shift) => sum + (((other >>> shift) & 0xff) - ((color >>> shift) & 0xff)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
