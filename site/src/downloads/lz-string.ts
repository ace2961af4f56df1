const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$'
const BITS = 6

/**
 * Compresses text like `compressToEncodedURIComponent` of lz-string 1.5 (https://github.com/pieroxy/lz-string). The
 * address of a Vega Editor page holds a spec in this form. The form is LZ78 with codes that get a bit longer when all
 * codes of a length are used.
 */
export function compressForAddress(text: string): string {
  const codes = new Map<string, number>()
  /** Characters that have occurred but are not yet written. */
  const unwritten = new Set<string>()
  const output = bitWriter()
  let next = 3
  let width = 2
  let left = 2
  let known = ''
  for (const character of text.split('')) {
    if (!codes.has(character)) {
      codes.set(character, next++)
      unwritten.add(character)
    }
    if (codes.has(known + character)) {
      known += character
      continue
    }
    writePhrase(known)
    codes.set(known + character, next++)
    known = character
  }
  if (known !== '') writePhrase(known)
  output.write(END, width)
  return output.finish()

  function writePhrase(phrase: string): void {
    if (unwritten.delete(phrase)) {
      const code = phrase.charCodeAt(0)
      output.write(code < 256 ? BYTE : WORD, width)
      output.write(code, code < 256 ? 8 : 16)
      countDown()
    } else {
      output.write(codes.get(phrase) as number, width)
    }
    countDown()
  }

  function countDown(): void {
    if (--left > 0) return
    left = 2 ** width
    width++
  }
}

/**
 * The three lowest codes, below all codes of phrases. They mean: an 8-bit character follows, a 16-bit character
 * follows, end of the text.
 */
const [BYTE, WORD, END] = [0, 1, 2]

/** Writes numbers in binary, lowest bit first, with `BITS` bits per character. */
function bitWriter() {
  let output = ''
  let held = 0
  let count = 0
  const push = (bit: number) => {
    held = held * 2 + bit
    if (++count < BITS) return
    output += ALPHABET[held]
    held = 0
    count = 0
  }
  return {
    write(value: number, width: number) {
      for (let bit = 0; bit < width; bit++) push((value >> bit) & 1)
    },
    /** Fills up the last character with zero bits; always adds at least one bit. */
    finish() {
      do push(0)
      while (count > 0)
      return output
    },
  }
}
