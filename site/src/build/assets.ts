import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ASSETS = path.join(import.meta.dirname, '..', '..', 'assets')
const STYLE = path.join(ASSETS, 'style')

/**
 * The files that pages link to under `/assets`, by name. There is one stylesheet for all pages; its name has the hash of
 * its content, so that a page that was rendered years ago still finds the one it was made for.
 */
export function readAssets(): { stylesheet: string; files: Map<string, Buffer> } {
  const style = Buffer.concat(stylesheetParts())
  const stylesheet = `site.${createHash('sha256').update(style).digest('hex').slice(0, 12)}.css`
  const mark = readFileSync(path.join(ASSETS, 'mark.svg'))
  return {
    stylesheet,
    files: new Map([
      [stylesheet, style],
      ['mark.svg', mark],
    ]),
  }
}

/** The number that each name begins with is its place. */
function stylesheetParts(): Buffer[] {
  const names = readdirSync(STYLE).filter((name) => name.endsWith('.css'))
  return names.sort().map((name) => readFileSync(path.join(STYLE, name)))
}
