import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '../store/sha256.ts'
import { bundleScripts } from './scripts.ts'

const ASSETS = path.join(import.meta.dirname, '..', '..', 'assets')
const STYLE = path.join(ASSETS, 'style')

/** The files that pages link to under `/assets`, by name, and which of them is what. */
export interface Assets {
  stylesheet: string
  /** What a page may load, by the name of its source in `scripts/`. */
  scripts: Record<string, string>
  files: Map<string, Buffer>
}

/**
 * Makes the assets. There is one stylesheet for all pages. Its name, like that of every script, has the hash of its
 * content, so that a page that was rendered years ago still finds the one it was made for.
 */
export async function makeAssets(): Promise<Assets> {
  const style = Buffer.concat(stylesheetParts())
  const stylesheet = `site.${sha256(style).slice(0, 12)}.css`
  const mark = readFileSync(path.join(ASSETS, 'mark.svg'))
  const { names: scripts, files } = await bundleScripts(path.join(ASSETS, '..', 'scripts'))
  return { stylesheet, scripts, files: new Map([[stylesheet, style], ['mark.svg', mark], ...files]) }
}

/** The number that each name begins with is its place. */
function stylesheetParts(): Buffer[] {
  const names = readdirSync(STYLE).filter((name) => name.endsWith('.css'))
  return names.sort().map((name) => readFileSync(path.join(STYLE, name)))
}
