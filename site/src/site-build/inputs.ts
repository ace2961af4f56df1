import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import type { Template } from '../page-parts/template.ts'
import { trustDigest } from '../provenance/trust.ts'
import { readSettings } from '../settings.ts'
import { fileStatus } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { listFiles } from './list-files.ts'

/** The folders with the program that makes pages and with the data that ships, relative to the site's package. */
const PROGRAM = [
  ...['assets', 'browser', 'components', 'documents', 'docs', 'shipped-editions', 'prisma', 'src'],
  '../schema/src',
]

/** The packages whose next version may change the pages. */
const RENDERING_PACKAGES = ['next', 'react-dom', 'preact', 'marked', 'vega', 'vega-lite', '@resvg/resvg-wasm', 'geist']

/**
 * Returns a digest of a site's inputs. Documents, statements and editions are identified by the names, sizes and times
 * of their files, as in the index. The program, and what the registry trusts, are identified by the content of their
 * files. The index is not an input, because it is derived from the others.
 */
export function inputsOfSite(registry: Registry, baseUrl: string | null): string {
  const stored = [registry.documents, registry.statements, registry.editions].flatMap((folder) => [
    path.basename(folder),
    ...readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => [name, ...Object.values(fileStatus(path.join(folder, name)))].join(' ')),
  ])
  const settings = readSettings(registry)
  return sha256(JSON.stringify([programDigest(), baseUrl, settings, stored, trustDigest(registry)]))
}

/** Returns a digest of what every page is made from: the program, and the files that the pages link to. */
export function digestOfTemplate(template: Template): string {
  return sha256(JSON.stringify([template, programDigest()]))
}

let digest: string | undefined

/** Returns a digest of the program: the content of its files, and the versions of the packages that render pages. */
function programDigest(): string {
  digest ??= digestProgram()
  return digest
}

function digestProgram(): string {
  const hash = createHash('sha256')
  for (const folder of PROGRAM) {
    const directory = path.join(import.meta.dirname, '..', '..', folder)
    // A hidden file is no source; editors and tests leave some.
    const names = listFiles(directory).filter((name) => !/(^|\/)\./.test(name))
    for (const name of names) hash.update(`${name}\n`).update(readFileSync(path.join(directory, name)))
  }
  for (const name of RENDERING_PACKAGES) hash.update(readFileSync(findPackageJSON(name, import.meta.url) ?? name))
  return hash.digest('hex')
}
