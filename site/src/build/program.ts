import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { listFiles } from './target.ts'

/** Packages whose next version may make another page. */
const DRAWN_WITH = ['next', 'react-dom', 'vega', 'vega-lite']

/** Names what pages are made by: the content of folders of the site, and the packages that draw. @param folders below it */
export function programDigest(folders: string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const directory = path.join(import.meta.dirname, '..', '..', folder)
    for (const name of listFiles(directory)) hash.update(`${name}\n`).update(readFileSync(path.join(directory, name)))
  }
  for (const name of DRAWN_WITH) hash.update(readFileSync(findPackageJSON(name, import.meta.url) ?? name))
  return hash.digest('hex')
}
