import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { listFiles } from './target.ts'

/** The packages whose next version may change the pages. */
const RENDERING_PACKAGES = ['next', 'react-dom', 'vega', 'vega-lite']

/**
 * Returns a digest of the program that makes pages: the content of some folders of the site's package, and the versions
 * of the packages that render pages.
 * @param folders the folders, relative to the site's package
 */
export function programDigest(folders: string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const directory = path.join(import.meta.dirname, '..', '..', folder)
    for (const name of listFiles(directory)) hash.update(`${name}\n`).update(readFileSync(path.join(directory, name)))
  }
  for (const name of RENDERING_PACKAGES) hash.update(readFileSync(findPackageJSON(name, import.meta.url) ?? name))
  return hash.digest('hex')
}
