import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { writeRecord } from '../build/made-files.ts'
import { planRuns } from '../build/run-files.ts'
import { listFiles } from '../build/target.ts'
import { RegistryError } from '../errors.ts'
import { RUN_EXTENSIONS } from '../run-page/files.ts'
import { documentFile, listDocuments } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { knownKeys, recordKeys } from '../store/key-log.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { deleteRun, withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { checkLog } from '../transparency/check-log.ts'
import { logFolder } from '../transparency/log-folder.ts'
import { newPrivateKey, parsePrivateKey } from '../transparency/note.ts'
import { addToLog } from '../transparency/write-log.ts'
import { readChecksums, writeChecksums } from './checksums.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const AS_IT_WAS_MADE = '<!doctype html><title>A page of a style that is long gone</title>'

test('a restore has the same documents, statements, editions and pages of runs, byte for byte', async () => {
  const { directory, registry, site, ids } = prepare()
  withdraw(registry, ids[0] ?? '', 'wrong image')
  writeFileSync(path.join(registry.editions, 'ours.json'), '{}')
  const key = { issuer: 'https://issuer.example', kid: 'k', n: 'n', e: 'AQAB', source: 'https://issuer.example/jwks' }
  recordKeys(registry, [key], '2026-11-20T12:00:00.000Z')
  buildStandIn(registry, site)
  const copy = path.join(directory, 'copies', 'monday')
  expect(await makeBackup(registry, site, copy)).toMatchObject({ documents: 3, statements: 3, editions: 1, faults: [] })

  const [restored, out] = [openRegistry(path.join(directory, 'restored')), path.join(directory, 'out')]
  expect(await restoreBackup(copy, restored, out)).toBe(3)
  for (const folder of ['documents', 'statements', 'editions'] as const) {
    expect(contents(restored[folder])).toEqual(contents(registry[folder]))
  }
  // A build must keep every restored page unchanged.
  const plan = planRuns(restored, stored(restored), out, null)
  expect([plan.due.size, plan.kept.size]).toEqual([0, 3 * RUN_EXTENSIONS.length])
  expect(readFileSync(path.join(out, 'runs', `${ids[0]}.html`), 'utf8')).toBe(AS_IT_WAS_MADE)
  expect(readdirSync(path.join(out, 'assets'))).toEqual(['site.0123456789ab.css'])
  expect(knownKeys(restored).find(key)?.source).toBe(key.source)
  expect(readdirSync(restored.directory).sort()).toEqual(['documents', 'editions', 'issuer-keys.jsonl', 'statements'])
})

test('a restore has the transparency log, which a backup copies without its lock and its key', async () => {
  const { directory, registry, site } = prepare()
  const key = newPrivateKey('registry.example/log')
  await addToLog(registry, key)
  const copy = path.join(directory, 'copy')
  await makeBackup(registry, site, copy)
  expect(readdirSync(copy).sort()).toEqual(['SHA256SUMS', 'documents', 'log', 'statements'])
  const restored = openRegistry(path.join(directory, 'restored'))
  await restoreBackup(copy, restored, path.join(directory, 'out'))
  expect(contents(logFolder(restored))).toEqual(contents(logFolder(registry)))
  expect(checkLog(restored, parsePrivateKey(key).verifier)).toMatchObject({ size: 6, faults: [] })
  // The log continues.
  importDocument(restored, toBytes(run(7)))
  expect(await addToLog(restored, key)).toBe(2)
  expect(checkLog(restored, parsePrivateKey(key).verifier).faults).toEqual([])
  expect(await codeOf(() => restoreBackup(copy, restored, path.join(directory, 'other')))).toBe('registry-not-empty')
})

test('sha256sum alone verifies a backup', async () => {
  const { registry, site, copy } = await backedUp()
  expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: copy }).status).toBe(0)
  expect(await codeOf(() => makeBackup(registry, site, copy))).toBe('backup-exists')
})

test('a restore does not bring back a deleted run', async () => {
  const { directory, registry, site, ids } = prepare()
  buildStandIn(registry, site)
  deleteRun(registry, ids[0] ?? '', 'named a person')
  // Write the document again, as if it had been copied to the backup just before it was deleted.
  writeFileSync(documentFile(registry, ids[0] ?? ''), toBytes(run(0)))
  const copy = path.join(directory, 'copy')
  expect(await makeBackup(registry, site, copy)).toMatchObject({
    documents: 2,
    statements: 3,
    runFiles: 2 * RUN_EXTENSIONS.length,
  })
  expect(listFiles(copy).filter((name) => name.includes(ids[0] ?? ''))).toEqual([`statements/${ids[0]}.jsonl`])
  const restored = openRegistry(path.join(directory, 'restored'))
  await restoreBackup(copy, restored, path.join(directory, 'out'))
  expect(() => importDocument(restored, toBytes(run(0)))).toThrow('permanently deleted from this registry')
})

test('a backup waits while the site is being replaced', async () => {
  const { directory, registry, site } = prepare()
  buildStandIn(registry, site)
  const [assets, aside] = [path.join(site, 'assets'), path.join(directory, 'aside')]
  renameSync(assets, aside)
  setTimeout(() => renameSync(aside, assets), 50)
  const copy = path.join(directory, 'copy')
  await makeBackup(registry, site, copy)
  expect(listFiles(copy)).toContain('site/assets/site.0123456789ab.css')
})

test('a damaged document is reported, and the rest is backed up', async () => {
  const { directory, registry, site, ids } = prepare()
  const file = documentFile(registry, ids[1] ?? '')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Example CPU', 'Another CPU'))
  writeFileSync(path.join(registry.documents, 'garbage.json'), '{')
  const { documents, faults } = await makeBackup(registry, site, path.join(directory, 'copy'))
  expect(documents).toBe(2)
  expect(new Set(faults.map(({ file }) => path.basename(file)))).toEqual(new Set([`${ids[1]}.json`, 'garbage.json']))
})

test.each([
  ['with a byte changed', 'damaged-backup', (copy: string) => appendFileSync(first(copy), ' ')],
  ['with a file missing', 'damaged-backup', (copy: string) => rmSync(first(copy))],
  ['with a document in place of another', 'damaged-backup', exchangeDocuments],
  ['that leads outside', 'damaged-backup', leadOutside],
  ['with a link in place of a file', 'damaged-backup', (copy: string) => linkOutside(first(copy))],
  ['with a link in place of a folder', 'damaged-backup', (copy: string) => linkOutside(path.dirname(first(copy)))],
  ['without its checksums', 'not-a-backup', (copy: string) => rmSync(path.join(copy, 'SHA256SUMS'))],
])('a backup %s is not restored, not even in part', async (_name, code, damage) => {
  const { directory, copy } = await backedUp()
  damage(copy)
  const [restored, out] = [openRegistry(path.join(directory, 'restored')), path.join(directory, 'out')]
  expect(await codeOf(() => restoreBackup(copy, restored, out))).toBe(code)
  expect(listFiles(restored.directory)).toEqual([])
  expect(readdirSync(directory).filter((name) => name.startsWith('out'))).toEqual([])
})

test('a restore overwrites neither a registry nor a site', async () => {
  const { directory, registry, site, copy } = await backedUp()
  const before = contents(registry.documents)
  expect(await codeOf(() => restoreBackup(copy, registry, site))).toBe('registry-not-empty')
  expect(contents(registry.documents)).toEqual(before)
  const restored = openRegistry(path.join(directory, 'restored'))
  expect(await codeOf(() => restoreBackup(copy, restored, site))).toBe('site-not-empty')
  expect(listDocuments(restored)).toEqual([])
})

test('a failed backup leaves no directory', async () => {
  const { directory, registry, site, ids } = prepare()
  rmSync(path.join(registry.statements, `${ids[0]}.jsonl`))
  mkdirSync(path.join(registry.statements, `${ids[0]}.jsonl`))
  await expect(makeBackup(registry, site, path.join(directory, 'copy'))).rejects.toThrow('is not a regular file')
  expect(readdirSync(directory).filter((name) => name.startsWith('copy'))).toEqual([])
})

function prepare(): { directory: string; registry: Registry; site: string; ids: string[] } {
  const directory = temporaryDirectory()
  const registry = openRegistry(path.join(directory, 'registry'))
  const ids = [0, 1, 2].map((number) => importDocument(registry, toBytes(run(number))).id)
  return { directory, registry, site: path.join(directory, 'site'), ids }
}

async function backedUp() {
  const prepared = prepare()
  buildStandIn(prepared.registry, prepared.site)
  const copy = path.join(prepared.directory, 'copy')
  await makeBackup(prepared.registry, prepared.site, copy)
  return { ...prepared, copy }
}

function run(number: number): RunDocument {
  return exampleRun(({ notes }) => notes.push({ code: 'number', text: String(number) }))
}

/** Writes a site as a build does, with placeholder pages. */
function buildStandIn(registry: Registry, site: string): void {
  const plan = planRuns(registry, stored(registry), site, null)
  for (const folder of ['runs', 'assets']) mkdirSync(path.join(site, folder), { recursive: true })
  for (const name of plan.due.keys()) writeFileSync(path.join(site, 'runs', name), AS_IT_WAS_MADE)
  for (const name of ['site.0123456789ab.css', 'mark.svg']) writeFileSync(path.join(site, 'assets', name), name)
  writeRecord(site, plan)
}

/** Returns an identifier of the stored bytes of each run, by the id of the run. */
function stored(registry: Registry): Map<string, string> {
  return new Map(listDocuments(registry).map((id) => [id, `bytes of ${id}`]))
}

function contents(directory: string): [string, string][] {
  return listFiles(directory).map((name) => [name, readFileSync(path.join(directory, name), 'utf8')])
}

function first(copy: string): string {
  const [name = ''] = readdirSync(path.join(copy, 'documents'))
  return path.join(copy, 'documents', name)
}

/** Swaps two valid documents of a backup, so that each has the other's name. */
function exchangeDocuments(copy: string): void {
  const checksums = readChecksums(copy)
  const [a = '', b = ''] = readdirSync(path.join(copy, 'documents')).map((name) => `documents/${name}`)
  const bytes = [a, b].map((name) => readFileSync(path.join(copy, name)))
  for (const [index, name] of [b, a].entries()) {
    writeFileSync(path.join(copy, name), bytes[index] ?? '')
    checksums.set(name, sha256(bytes[index] ?? Buffer.alloc(0)))
  }
  writeChecksums(copy, checksums)
}

/** Adds a file outside of the backup to its list of files, with a valid checksum. */
function leadOutside(copy: string): void {
  const name = 'documents/../../elsewhere'
  writeFileSync(path.join(copy, name), 'elsewhere')
  writeChecksums(copy, readChecksums(copy).set(name, sha256(Buffer.from('elsewhere'))))
}

/** Replaces a file or a folder of the backup by a link to the same content outside of it. */
function linkOutside(name: string): void {
  const outside = path.join(temporaryDirectory(), 'outside')
  renameSync(name, outside)
  symlinkSync(outside, name)
}

async function codeOf(attempt: () => Promise<unknown>): Promise<string> {
  try {
    await attempt()
    return 'done'
  } catch (error) {
    if (error instanceof RegistryError) return error.code
    throw error
  }
}
