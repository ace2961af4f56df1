/**
 * The widths of the letters of a font, by code point, as a share of the font size. Letters that the font lacks are
 * missing.
 */
export type GlyphWidths = ReadonlyMap<number, number>

/**
 * Reads the widths of letters from a TrueType font (OpenType 1.9: `cmap` in format 4, `hmtx`). Ignores kerning, which
 * moves letters closer together.
 */
export function readWidths(font: Buffer): GlyphWidths {
  const table = (tag: string): Buffer => {
    for (let entry = 0; entry < font.readUInt16BE(4); entry++) {
      const at = 12 + 16 * entry
      if (font.toString('latin1', at, at + 4) === tag) return font.subarray(font.readUInt32BE(at + 8))
    }
    throw new Error(`The font has no table ${tag}.`)
  }
  const unitsPerEm = table('head').readUInt16BE(18)
  const measured = table('hhea').readUInt16BE(34)
  const advances = table('hmtx')
  const widthOf = (glyph: number) => advances.readUInt16BE(4 * Math.min(glyph, measured - 1)) / unitsPerEm
  return new Map([...glyphs(table('cmap'))].map(([letter, glyph]) => [letter, widthOf(glyph)]))
}

/** Returns the width of a text in pixels. @param size the size of the font, in pixels */
export function textWidth(text: string, size: number, widths: GlyphWidths): number {
  return size * [...text].reduce((sum, letter) => sum + (widths.get(letter.codePointAt(0) as number) ?? 1), 0)
}

/** Yields the glyph of each letter of Unicode's basic multilingual plane that the font has. */
function* glyphs(cmap: Buffer): Generator<[letter: number, glyph: number]> {
  const map = subtable(cmap)
  const segments = map.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + 2 * segments]
  const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments]
  for (let segment = 0; segment < segments; segment++) {
    const at = 2 * segment
    const [start, end] = [map.readUInt16BE(starts + at), map.readUInt16BE(ends + at)]
    const [delta, offset] = [map.readUInt16BE(deltas + at), map.readUInt16BE(offsets + at)]
    for (let letter = start; letter <= end && letter < 0xffff; letter++) {
      const named = offset === 0 ? letter : map.readUInt16BE(offsets + at + offset + 2 * (letter - start))
      const glyph = offset !== 0 && named === 0 ? 0 : (named + delta) & 0xffff
      if (glyph !== 0) yield [letter, glyph]
    }
  }
}

/** Returns the subtable in format 4 of a font's `cmap`. Throws if there is none. */
function subtable(cmap: Buffer): Buffer {
  for (let entry = 0; entry < cmap.readUInt16BE(2); entry++) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + 8 * entry + 4))
    if (map.readUInt16BE(0) === 4) return map
  }
  throw new Error('The font has no cmap subtable in format 4.')
}
