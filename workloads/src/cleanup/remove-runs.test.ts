import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import type { ContainerEngine, LabelledResource } from '../engine.ts'
import { openJournal } from '../run/journal.ts'
import { registerRun } from './registered-runs.ts'
import { removeEverything, removeKilledRuns } from './remove-runs.ts'
import { runOwner } from './run-owner.ts'

const RUN = 'aaaaaaaaaa'

let home: string
/** The names of the images in the engine. */
let images: Set<string>
let said: string[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('GITHUB_ACTIONS', '')
  images = new Set(['plimsoll/base-of-plan', 'plimsoll/head-of-plan', 'another'])
  said = []
})

function engine(): ContainerEngine {
  const memory: Partial<ContainerEngine> = {
    ...{ id: 'docker', machine: null },
    listLabelled: async () => [],
    remove: async () => {},
    image: async (name) => (images.has(name) ? { id: 'sha256:1', content: 'sha256:2' } : null),
    untagImage: async (name) => void images.delete(name),
  }
  return memory as ContainerEngine
}

/** Creates the record of a run whose process is gone, with an unfinished journal. */
function killed({ journal = true } = {}): string {
  const note = registerRun(RUN, [], ['docker'], null)
  for (const name of ['plimsoll/base-of-plan', 'plimsoll/head-of-plan']) note.addImage({ engine: 'docker', name })
  const file = join(home, 'run.journal')
  if (journal) {
    const opened = openJournal(file)
    opened.append(startForTest())
    opened.close()
    note.addJournal(file)
  }
  const path = join(home, `.plimsoll/runs/${RUN}.json`)
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), pid: 0 }))
  return file
}

const notes = () => readdirSync(join(home, '.plimsoll/runs'))
const clean = (engines = [engine()]) => removeKilledRuns(engines, null, (line) => said.push(line))

test('the images of a killed check that got no further than preparing are removed, and others stay', async () => {
  killed({ journal: false })
  expect(await clean()).toBe(2)
  expect([...images]).toEqual(['another'])
  expect(notes()).toEqual([])
})

test('a check that can go on keeps its images, and the note on them, until its journal is gone', async () => {
  const journal = killed()
  expect(await clean()).toBe(0)
  expect(images.size).toBe(3)
  expect(said).toEqual([`An earlier run was killed. Resume it with: plimsoll run --resume ${journal}`])
  rmSync(journal)
  expect(await clean()).toBe(2)
  expect([...images]).toEqual(['another'])
  expect(notes()).toEqual([])
})

test('a check that has come to its end has no use for its images', async () => {
  const journal = killed()
  writeFileSync(journal, `${JSON.stringify({ event: 'end', status: 'complete' })}\n`, { flag: 'a' })
  expect(await clean()).toBe(2)
  expect(said).toEqual([])
})

test('what an engine has that is not here now stays noted', async () => {
  killed({ journal: false })
  expect(await clean([])).toBe(0)
  expect(notes()).toEqual([`${RUN}.json`])
  expect(await clean()).toBe(2)
  expect(notes()).toEqual([])
})

test('in a workflow, nothing advises to resume a killed run', async () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  killed()
  await clean()
  expect(said).toEqual([])
})

/** What stays in an engine with these objects. */
async function afterCleaning(things: LabelledResource[]): Promise<LabelledResource[]> {
  const there = new Set(things)
  const docker: ContainerEngine = {
    ...engine(),
    product: 'Docker',
    listLabelled: async () => [...there],
    remove: async (gone) => gone.forEach((thing) => void there.delete(thing)),
  }
  await removeEverything([docker], (line) => said.push(line))
  return [...there]
}

const image: LabelledResource = { kind: 'image', id: 'cached', run: null }
const ended = runOwner().replace(/-[0-9a-f]{12}-/, `-${'0'.repeat(12)}-`)

test('a run whose record is in another home keeps its objects, and the images', async () => {
  const active: LabelledResource = { kind: 'volume', id: 'its', run: 'bbbbbbbbbb', owner: runOwner() }
  const left: LabelledResource = { kind: 'container', id: 'left', run: 'cccccccccc', owner: ended }
  expect(await afterCleaning([active, left, image])).toEqual([active, image])
  expect(said).toEqual([
    expect.stringContaining('may still be in use by a run of another user or machine (bbbbbbbbbb)'),
  ])
})

test('the objects of ended runs are removed, and the images with them', async () => {
  killed()
  const own: LabelledResource = { kind: 'volume', id: 'own', run: RUN, owner: runOwner() }
  const left: LabelledResource = { kind: 'container', id: 'left', run: 'cccccccccc', owner: ended }
  expect(await afterCleaning([own, left, image])).toEqual([])
})
