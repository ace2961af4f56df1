import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readEditions, readShippedDocuments } from '../editions/shipped.ts'
import { renderNotFound } from '../page/not-found.ts'
import { TEMPLATE_VERSION } from '../page/template.ts'
import { listDocuments, readDocument } from '../store/documents.ts'
import { ensureClient } from '../store/generate-client.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize.ts'
import { readAssets } from './assets.ts'
import { exportPages } from './export-pages.ts'
import { publish } from './publish.ts'
import { findTarget } from './target.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const EDITIONS = path.join(SITE, 'editions')

/**
 * Builds the site of a registry into a directory. The documents and editions that ship with the registry are part of
 * every one. @param onStep called with what is being done. Throws `edited-edition`, `damaged-document`, `build-failed`,
 * and like `findTarget`
 */
export async function buildSite(registry: Registry, out: string, onStep: (step: string) => void): Promise<void> {
  const target = findTarget(out, registry.directory)
  readEditions(EDITIONS)
  await ensureClient()
  onStep('indexing')
  for (const bytes of readShippedDocuments(path.join(SITE, 'documents'))) importDocument(registry, bytes)
  await synchronizeIndex(registry, (done, total) => onStep(`indexing, ${done} of ${total} runs`))
  for (const id of listDocuments(registry)) readDocument(registry, id)
  onStep('rendering the pages')
  const { stylesheet, files: assets } = readAssets()
  const exported = await exportPages(registry, stylesheet)
  const notFound = renderNotFound({ version: TEMPLATE_VERSION, stylesheet }, String(assets.get(stylesheet)))
  const files = [...prefixed('assets', assets), ...prefixed('editions', editionFiles())]
  publish(exported, new Map([...files, ['404.html', Buffer.from(notFound)]]), target)
}

function editionFiles(): Map<string, Buffer> {
  const names = readdirSync(EDITIONS).filter((name) => name.endsWith('.json'))
  return new Map(names.map((name) => [name, readFileSync(path.join(EDITIONS, name))]))
}

function prefixed(folder: string, files: Map<string, Buffer>): [string, Buffer][] {
  return [...files].map(([name, bytes]) => [`${folder}/${name}`, bytes])
}
