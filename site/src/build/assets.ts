import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '../store/sha256.ts'
import { bundleScripts } from './scripts.ts'

const ASSETS = path.join(import.meta.dirname, '..', '..', 'assets')
const STYLE = path.join(ASSETS, 'style')

/** The files under `/assets` that pages link to, by name, and the role of each. */
export interface Assets {
  stylesheet: string
  /** The scripts that a page may load, by the name of their source file in `scripts/`. */
  scripts: Record<string, string>
  files: Map<string, Buffer>
}

/**
 * Makes the assets (stylesheet, scripts and pictures). All pages share one stylesheet. The names of the stylesheet and
 * of every script contain the hash of their content, so that a page rendered years ago still finds its own version.
 */
export async function makeAssets(): Promise<Assets> {
  const style = Buffer.concat(stylesheetParts())
  const stylesheet = `site.${sha256(style).slice(0, 12)}.css`
  const logo = readFileSync(path.join(ASSETS, 'mark.svg'))
  const { names: scripts, files } = await bundleScripts(path.join(ASSETS, '..', 'scripts'))
  return { stylesheet, scripts, files: new Map([[stylesheet, style], ['mark.svg', logo], ...files]) }
}

/** The parts of the stylesheet, in order: a rule of a kind of page wins against one for all pages. */
const PARTS = ['base', 'tables', 'charts', 'run', 'lists', 'compare', 'docs']

function stylesheetParts(): Buffer[] {
  return PARTS.map((name) => readFileSync(path.join(STYLE, `${name}.css`)))
}

/** Whether a name under `/assets` contains the hash of its content, so that the file never changes. */
export function isHashedAsset(name: string): boolean {
  return /^[a-z0-9-]+\.([0-9a-f]{12}\.css|[0-9A-Z]{8}\.js)$/.test(name)
}
