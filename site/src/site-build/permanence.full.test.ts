import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { afterAll, expect, test } from 'vitest'
import { documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { directoryOfTests, resolvedRun, toBytes } from '../testing.ts'
import { buildSite } from './build-site.ts'
import { readManifest } from './manifest.ts'

const { directory, remove } = directoryOfTests()
afterAll(remove)

test('in a registry of 100 runs, a replication changes one page of a run, no other byte of any run, and no file of an edition', async () => {
  const registry = openRegistry(path.join(directory, 'registry'))
  const out = path.join(directory, 'out')
  const documents = Array.from({ length: 100 }, (_, number) =>
    resolvedRun((run) => run.notes.push({ code: 'number', text: String(number) })),
  )
  for (const document of documents) importDocument(registry, toBytes(document))
  const original = readRun(toBytes(documents[41] ?? resolvedRun()))
  await buildSite(registry, out, () => {})
  const before = filesOfRuns(out)
  const ofEditions = stampsOfEditions(out)
  expect(ofEditions).toContainEqual(['editions/mac-2025.html', expect.anything()])
  expect(new Set([...before.keys()].map((name) => name.slice(0, name.indexOf('.')))).size).toBeGreaterThan(100)

  const replication = resolvedRun((run) => {
    run.replicates = { document: original.hash, images: 'same', engine: 'anew', machine: 'same' }
    run.startedAt = '2026-03-02T10:00:00Z'
    run.finishedAt = '2026-03-02T10:10:00Z'
    for (const { samples } of run.benchmarks)
      for (const { values } of samples)
        for (const [name, value] of Object.entries(values)) if (typeof value === 'number') values[name] = value + 1
  })
  const added = importDocument(registry, toBytes(replication)).id
  await buildSite(registry, out, () => {})
  const after = filesOfRuns(out)
  expect(stampsOfEditions(out)).toEqual(ofEditions)
  const changed = [...before].filter(([name, bytes]) => !after.get(name)?.equals(bytes)).map(([name]) => name)
  expect(changed).toEqual([`${original.id}.html`])
  expect(String(after.get(`${original.id}.html`))).toContain('Replications')
  const created = [...after.keys()].filter((name) => !before.has(name))
  expect(new Set(created.map((name) => name.slice(0, name.indexOf('.'))))).toEqual(new Set([added]))
}, 300_000)

test('a run that is deleted while its site is built is not published once more', async () => {
  const registry = openRegistry(path.join(directory, 'registry-of-deletion'))
  const out = path.join(directory, 'out-of-deletion')
  const { id } = importDocument(registry, toBytes(resolvedRun()))
  await buildSite(registry, out, () => {})
  importDocument(registry, toBytes(resolvedRun((run) => run.notes.push({ code: 'second', text: 'second' }))))
  const isRendering = (step: string) => step === 'rendering pages' && existsSync(documentFile(registry, id))
  const build = buildSite(registry, out, (step) => void (isRendering(step) && deleteRun(registry, id, 'personal data')))
  await expect(build).rejects.toThrow(
    expect.objectContaining({ code: 'build-failed', message: expect.stringContaining(`Run ${id} was deleted`) }),
  )
  await buildSite(registry, out, () => {})
  expect(readdirSync(path.join(out, 'runs')).filter((name) => name.startsWith(id))).toEqual([`${id}.html`])
  expect(readFileSync(path.join(out, 'runs', `${id}.html`), 'utf8')).toContain('personal data')
}, 300_000)

/** Every file in the folder of the runs of a site, by name. */
function filesOfRuns(site: string): Map<string, Buffer> {
  const folder = path.join(site, 'runs')
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(names.map(({ name }) => [name, readFileSync(path.join(folder, name))]))
}

/** The recorded files of editions, each with its inode, which changes if the file is made again. */
function stampsOfEditions(site: string): [string, number][] {
  const made = Object.entries(readManifest(site)?.files ?? {}).filter(([, { inputs }]) => inputs !== null)
  const names = made.map(([name]) => name).filter((name) => name.startsWith('editions/'))
  return names.map((name) => [name, statSync(path.join(site, name)).ino])
}
