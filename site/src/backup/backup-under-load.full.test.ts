import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { TEMPLATE_VERSION } from '../page/template.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { runOfWorkflow, startServer, type TestServer } from '../server/testing.ts'
import { documentFile, listDocuments } from '../store/documents.ts'
import { openReader } from '../store/queries.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { statementFile } from '../store/statements.ts'
import { temporaryDirectory, toBytes } from '../testing.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')
const PER_SECOND = 50
/** The number of submissions that are acknowledged before the backup begins. */
const BEFORE = 60

test(`under ${PER_SECOND} documents a second, a backup has every run acknowledged before it, and its restore is identical`, async () => {
  const directory = temporaryDirectory()
  const server = await startServer(path.join(directory, 'live'))
  const load = startLoad(server)
  await expect.poll(() => load.acknowledged.size).toBeGreaterThan(BEFORE)

  const before = new Map(load.acknowledged)
  const copy = path.join(directory, 'copy')
  const out = ['--out', path.join(directory, 'no-site')]
  expect(await run('backup', copy, '--registry', server.registry.directory, ...out)).toBe(0)
  const after = load.acknowledged.size
  await load.end()
  await server.started.stop()
  const restored = registryAt(path.join(directory, 'restored'))
  expect(await run('restore', copy, '--registry', restored.directory, ...out)).toBe(0)

  expect(after, 'the load went on').toBeGreaterThan(before.size)
  for (const [id, bytes] of before) {
    expect(readFileSync(documentFile(restored, id)).equals(bytes), id).toBe(true)
    expect(readFileSync(statementFile(restored, id)), id).toEqual(readFileSync(statementFile(server.registry, id)))
  }
  const ids = listDocuments(restored)
  expect(await indexOf(restored, ids)).toEqual(await indexOf(server.registry, ids))
  const template = { version: TEMPLATE_VERSION, stylesheet: 'site.css', scripts: {}, baseUrl: null }
  const name = `${[...before.keys()][0]}.html`
  expect(await makeRunFile(restored, template, name)).toEqual(await makeRunFile(server.registry, template, name))
  await server.stop()
})

/** Submits a document every 20 ms. */
function startLoad({ submit }: TestServer): { acknowledged: Map<string, Buffer>; end: () => Promise<void> } {
  const acknowledged = new Map<string, Buffer>()
  const pending = new Set<Promise<void>>()
  let on = true
  async function one(number: number): Promise<void> {
    const document = runOfWorkflow(({ notes }) => notes.push({ code: 'number', text: String(number) }))
    const { status } = await submit(document)
    if (status === 201) acknowledged.set(identify(document).id, toBytes(document))
  }
  async function all(): Promise<void> {
    const began = performance.now()
    for (let number = 0; on; number += 1) {
      const submission = one(number).finally(() => pending.delete(submission))
      pending.add(submission)
      await setTimeout(Math.max(0, began + ((number + 1) * 1000) / PER_SECOND - performance.now()))
    }
  }
  const done = all()
  return {
    acknowledged,
    async end() {
      on = false
      await done
      await Promise.all(pending)
    },
  }
}

async function run(...args: string[]): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number]
  return code
}

/** Returns the index rows of some runs, without the times of their files. */
async function indexOf(registry: Registry, ids: string[]): Promise<unknown[]> {
  const reader = openReader(registry)
  try {
    return [
      await reader.run.findMany({
        where: { id: { in: ids } },
        orderBy: { id: 'asc' },
        omit: { storedModified: true, statementsModified: true },
      }),
      await reader.engine.findMany({ where: { runId: { in: ids } }, orderBy: [{ runId: 'asc' }, { name: 'asc' }] }),
      await reader.benchmark.findMany({
        where: { runId: { in: ids } },
        orderBy: [{ runId: 'asc' }, { position: 'asc' }, { metric: 'asc' }],
      }),
    ]
  } finally {
    await reader.$disconnect()
  }
}
