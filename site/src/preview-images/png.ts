import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
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
    return new Uint8Array(image.asPng())
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
