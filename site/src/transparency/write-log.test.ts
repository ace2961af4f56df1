import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { statementFile } from '../store/statements.ts'
import { deleteRun, withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { checkLog } from './check-log.ts'
import { withCheckpoints } from './checkpoints.ts'
import { documentLeaf } from './find-leaves.ts'
import { parseLeaf } from './leaf.ts'
import { logFiles, logFolder, logSize, readEntries } from './log-folder.ts'
import { newPrivateKey, parsePrivateKey } from './note.ts'
import { inBatches } from './sequencer.ts'
import { addToLog } from './write-log.ts'

const key = newPrivateKey('registry.example/log')
const LINK = /is a link or a special file/

function add(registry: Registry, number: number): string {
  const document = exampleRun((document) => {
    document.notes = [{ code: 'number', text: `Document ${number}.` }]
  })
  return importDocument(registry, toBytes(document)).id
}

/** Returns the kinds of the leaves of a run, in order. */
function leavesOf(registry: Registry, id: string): string[] {
  const folder = logFolder(registry)
  const leaves = readEntries(folder, 0, logSize(folder)).map(parseLeaf)
  return leaves.flatMap((leaf) => (leaf?.run === id ? [leaf.kind] : []))
}

test('each document and each statement gets one leaf, however often and by whatever process it is added', async () => {
  const registry = temporaryRegistry()
  const id = add(registry, 1)
  expect(await addToLog(registry, key)).toBe(2)
  expect(await addToLog(registry, key)).toBe(0)
  withdraw(registry, id, 'wrong image')
  const other = add(registry, 2)
  const adding = [addToLog(registry, key, [{ id, hash: null }]), addToLog(registry, key), addToLog(registry, key)]
  expect((await Promise.all(adding)).reduce((a, b) => a + b)).toBe(3)
  expect(leavesOf(registry, id)).toEqual(['document', 'statement', 'statement'])
  expect(leavesOf(registry, other)).toEqual(['document', 'statement'])
  expect(documentLeaf(registry, id)?.number).toBe(0)
})

test('without anything new, nothing is written', async () => {
  const registry = temporaryRegistry()
  add(registry, 1)
  await addToLog(registry, key)
  await addToLog(registry, key)
  expect(withCheckpoints(logFolder(registry), ({ count }) => count)).toBe(1)
})

test('a deleted document keeps its leaf, and a file that is no valid run gets none', async () => {
  const registry = temporaryRegistry()
  const id = add(registry, 1)
  await addToLog(registry, key)
  deleteRun(registry, id, 'named a person')
  const moved = add(registry, 2)
  renameSync(documentFile(registry, moved), documentFile(registry, id.replace(/./g, 'a')))
  writeFileSync(documentFile(registry, id.replace(/./g, 'b')), '{}')
  await addToLog(registry, key)
  expect(leavesOf(registry, id)).toEqual(['document', 'statement', 'statement'])
  expect(leavesOf(registry, moved)).toEqual(['statement'])
  expect(leavesOf(registry, id.replace(/./g, 'a'))).toEqual([])
  expect(leavesOf(registry, id.replace(/./g, 'b'))).toEqual([])
})

test('a document whose deletion was interrupted gets no leaf, but the statement does', async () => {
  const registry = temporaryRegistry()
  const id = add(registry, 1)
  const bytes = readFileSync(documentFile(registry, id))
  deleteRun(registry, id, 'named a person')
  writeFileSync(documentFile(registry, id), bytes)
  await addToLog(registry, key)
  expect(leavesOf(registry, id)).toEqual(['statement', 'statement'])
})

test('a statement that a crash truncated gets no leaf, and a damaged one does not keep others from getting theirs', async () => {
  const registry = temporaryRegistry()
  const [id, other] = [add(registry, 1), add(registry, 2)]
  appendFileSync(statementFile(registry, id), '{"kind":"withdr')
  appendFileSync(statementFile(registry, other), 'x\n')
  await addToLog(registry, key)
  expect(leavesOf(registry, id)).toEqual(['document', 'statement'])
  expect(leavesOf(registry, other)).toEqual(['document', 'statement'])
})

test('a log accepts only its own key', async () => {
  const registry = temporaryRegistry()
  add(registry, 1)
  await addToLog(registry, key)
  await expect(addToLog(registry, newPrivateKey('registry.example/log'))).rejects.toThrow('has another key')
  await expect(addToLog(registry, 'x')).rejects.toThrow('damaged or of another kind')
})

test('the private key is nowhere in the registry', async () => {
  const registry = temporaryRegistry()
  add(registry, 1)
  await addToLog(registry, key)
  const entries = readdirSync(registry.directory, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((entry) => entry.isFile())) {
    expect(readFileSync(path.join(entry.parentPath, entry.name), 'utf8')).not.toContain(key.slice(-40))
  }
})

test('a log that is a link, or has one, is neither published, nor read, nor continued', async () => {
  const registry = temporaryRegistry()
  const id = add(registry, 1)
  await addToLog(registry, key)
  const folder = logFolder(registry)
  const names = ['checkpoint', 'checkpoints', 'tile/0/000.p/2', 'tile/entries/000.p/2', 'verifier-key']
  expect([...logFiles(registry).keys()].sort()).toEqual(names)
  const expectRefused = async () => {
    expect(() => logFiles(registry)).toThrow(LINK)
    expect(() => checkLog(registry, parsePrivateKey(key).verifier)).toThrow(LINK)
  }
  const link = path.join(folder, 'tile/0/000')
  symlinkSync('/etc/hostname', link)
  await expectRefused()
  rmSync(link)
  const moved = path.join(registry.directory, 'moved')
  renameSync(folder, moved)
  symlinkSync(moved, folder)
  await expectRefused()
  expect(() => documentLeaf(registry, id)).toThrow(LINK)
  await expect(addToLog(registry, key)).rejects.toThrow(LINK)
})

test('runs that arrive while a batch is written share the next batch, and a failed batch fails only its own runs', async () => {
  const batches: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const addRun = inBatches(async (runs) => {
    batches.push(runs.map(({ id }) => id))
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
  })
  const [a, b, c] = ['a', 'b', 'c'].map((id, at) => addRun({ id, hash: null }).then(() => at))
  await expect.poll(() => batches).toEqual([['a', 'b', 'c']])
  const d = addRun({ id: 'd', hash: null })
  const e = addRun({ id: 'e', hash: null })
  gates[0]?.resolve()
  expect(await Promise.all([a, b, c])).toEqual([0, 1, 2])
  await expect.poll(() => batches.length).toBe(2)
  gates[1]?.reject(new Error('full'))
  await expect(d).rejects.toThrow('full')
  await expect(e).rejects.toThrow('full')
  const f = addRun({ id: 'f', hash: null })
  await expect.poll(() => batches).toEqual([['a', 'b', 'c'], ['d', 'e'], ['f']])
  gates[2]?.resolve()
  await f
})
