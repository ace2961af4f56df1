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

/** Draws an SVG as a PNG of the same size. The texts of the SVG must be in `FONT`, normal or bold. */
export async function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { files } = await loaded()
  const drawing = new Resvg(svg, { font: { fontBuffers: files, defaultFontFamily: FONT } })
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

interface Loaded {
  files: Buffer[]
  metrics: FontMetrics
}

let ready: Promise<Loaded> | null = null

/**
 * Loads the drawing library and the fonts once, because loading takes longer than drawing. After a failure, the next
 * call tries again.
 */
function loaded(): Promise<Loaded> {
  ready ??= load().catch((error: unknown) => {
    ready = null
    throw error
  })
  return ready
}

async function load(): Promise<Loaded> {
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

/**
 * The compression level, 1 to 9. At this level, the file is hardly larger than at level 9, and is made in a third of
 * the time.
 */
const LEVEL = 3
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/**
 * The last fields of the PNG header: 8 bits per channel, RGBA, the only defined compression and filter methods, not
 * interlaced.
 */
const FORMAT = [8, 6, 0, 0, 0]

/**
 * Encodes a PNG (ISO/IEC 15948) without line filters. For a picture mostly of one colour, Node's zlib takes a third of
 * the time of the drawing library's encoder, which is WebAssembly.
 */
function encode({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }) {
  const stride = 4 * width
  const lines = Buffer.alloc(height * (1 + stride))
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * stride, (y + 1) * stride), y * (1 + stride) + 1)
  const header = Buffer.alloc(8 + FORMAT.length)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(FORMAT, 8)
  const data = deflateSync(lines, { level: LEVEL })
  return new Uint8Array(
    Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
