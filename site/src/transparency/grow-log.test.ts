import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import {
  checkpointsFile,
  firstCheckpointWith,
  lastCheckpoint,
  parseHead,
  servedCheckpoint,
  withCheckpoints,
} from './checkpoints.ts'
import { applyWrite, type LogWrite, planGrowth } from './grow-log.ts'
import { logSize, readEntries } from './log-folder.ts'
import { newPrivateKey, openNote, parsePrivateKey } from './note.ts'
import { tilePath } from './tiles.ts'
import { hashTree, leafHash, rootHash } from './tree.ts'

const signer = parsePrivateKey(newPrivateKey('registry.example/log'))
const entry = (number: number) => Buffer.from(`entry ${number}`)
const entriesOf = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => entry(start + at))

function grow(folder: string, entries: Buffer[]): void {
  for (const write of planGrowth(folder, entries, signer)) applyWrite(write)
}

/** Checks that a log has these entries, that its tree is the one over them, and that it serves its last checkpoint. */
function expectLog(folder: string, entries: Buffer[]): void {
  expect(logSize(folder)).toBe(entries.length)
  expect(readEntries(folder, 0, entries.length).map(String)).toEqual(entries.map(String))
  const root = rootHash(entries.length, hashTree(Buffer.concat(entries.map(leafHash))))
  expect(lastCheckpoint(folder)?.root).toEqual(Buffer.from(root))
  const text = openNote(servedCheckpoint(folder), signer.verifier)
  expect(parseHead(text ?? '', 'registry.example/log')).toEqual({ size: entries.length, root: Buffer.from(root) })
}

test('a log that grows in batches of any size has the tiles of tlog-tiles and a signed tree of all entries', () => {
  const folder = temporaryDirectory()
  let size = 0
  for (const count of [0, 1, 1, 200, 54, 1, 255, 300, 1]) {
    grow(folder, entriesOf(size, size + count))
    size += count
    expectLog(folder, entriesOf(0, size))
  }
  expect(readdirSync(path.join(folder, 'tile/0')).sort()).toEqual(['000', '001', '002', '003.p'])
  expect(readFileSync(path.join(folder, 'tile/0/000'))).toEqual(Buffer.concat(entriesOf(0, 256).map(leafHash)))
  expect(readFileSync(path.join(folder, 'tile/1/000.p/3'))).toHaveLength(96)
  expect(readdirSync(path.join(folder, 'tile/entries')).sort()).toEqual(['000', '001', '002', '003.p'])
})

test('the paths of tiles are those of tlog-tiles', () => {
  expect(tilePath({ level: 2, index: 1_234_067, width: 256 })).toBe('tile/2/x001/x234/067')
  expect(tilePath({ level: 'entries', index: 5, width: 7 })).toBe('tile/entries/005.p/7')
})

test('the first checkpoint after a leaf stays the same while the log grows', () => {
  const folder = temporaryDirectory()
  for (const [start, end] of [
    [0, 3],
    [3, 4],
    [4, 260],
  ] as const)
    grow(folder, entriesOf(start, end))
  const firsts = [0, 2, 3, 4, 259].map((index) => firstCheckpointWith(folder, index)?.size)
  expect(firsts).toEqual([3, 3, 4, 260, 260])
  expect(firstCheckpointWith(folder, 260)).toBeNull()
})

test('a crash between any two writes leaves a log that continues with the signed entries, and signs no second tree', () => {
  const before = temporaryDirectory()
  grow(before, entriesOf(0, 250))
  const planned = planGrowth(before, entriesOf(250, 260), signer).length
  expect(planned).toBeGreaterThan(6)
  for (let done = 0; done <= planned; done += 1) {
    for (const torn of [false, true]) {
      const folder = path.join(temporaryDirectory(), 'log')
      cpSync(before, folder, { recursive: true })
      const plan = planGrowth(folder, entriesOf(250, 260), signer)
      for (const write of plan.slice(0, done)) applyWrite(write)
      if (torn && !tear(plan[done])) continue
      const isIn = logSize(folder) === 260
      // The next start without anything new serves the last signed tree.
      const started = path.join(temporaryDirectory(), 'log')
      cpSync(folder, started, { recursive: true })
      grow(started, [])
      expectLog(started, entriesOf(0, isIn ? 260 : 250))
      const signed = withCheckpoints(folder, ({ count }) => count)
      // Another batch comes first after the crash, so the entries of the killed process must leave no trace.
      grow(folder, [entry(1000)])
      expectLog(folder, [...entriesOf(0, isIn ? 260 : 250), entry(1000)])
      expect(withCheckpoints(folder, ({ count }) => count)).toBe(signed + 1)
      grow(folder, [])
      expectLog(folder, [...entriesOf(0, isIn ? 260 : 250), entry(1000)])
      grow(folder, entriesOf(2000, 2300))
      expectLog(folder, [...entriesOf(0, isIn ? 260 : 250), entry(1000), ...entriesOf(2000, 2300)])
    }
  }
})

test('a log whose tiles or checkpoints were changed signs nothing more', () => {
  const folder = temporaryDirectory()
  grow(folder, entriesOf(0, 5))
  const tile = path.join(folder, 'tile/0/000.p/5')
  const bytes = readFileSync(tile)
  writeFileSync(
    tile,
    bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
  )
  expect(() => planGrowth(folder, [entry(5)], signer)).toThrow('do not match its last signed checkpoint')
  writeFileSync(tile, bytes.subarray(0, 100))
  expect(() => planGrowth(folder, [entry(5)], signer)).toThrow('is too short')
  writeFileSync(tile, bytes)
  writeFileSync(checkpointsFile(folder), readFileSync(checkpointsFile(folder)).fill('x', 0, 5))
  expect(() => planGrowth(folder, [entry(5)], signer)).toThrow('cannot be read')
  expect(existsSync(path.join(folder, 'tile/0/000.p/6'))).toBe(false)
})

test('an entry that was replaced is not carried into the next bundle', () => {
  const folder = temporaryDirectory()
  grow(folder, entriesOf(0, 5))
  const bundle = path.join(folder, 'tile/entries/000.p/5')
  writeFileSync(bundle, readFileSync(bundle, 'latin1').replace('entry 3', 'entry 9'), 'latin1')
  expect(() => planGrowth(folder, [entry(5)], signer)).toThrow('its last entries do not match its tiles')
})

test.each([
  ['of zeros', (line: string) => '\0'.repeat(line.length)],
  ['that ends in zeros', (line: string) => line.slice(0, 60).padEnd(line.length, '\0')],
])('a last checkpoint %s, as a power failure leaves it, was never acknowledged, and is replaced', (_, spoil) => {
  const folder = temporaryDirectory()
  grow(folder, entriesOf(0, 5))
  const [append, ...later] = planGrowth(folder, entriesOf(5, 7), signer).filter(({ kind }) => kind === 'append')
  expect(later).toEqual([])
  const line = append?.kind === 'append' ? append.text : ''
  appendFileSync(checkpointsFile(folder), spoil(line))
  expect(logSize(folder)).toBe(5)
  grow(folder, [])
  expectLog(folder, entriesOf(0, 5))
  appendFileSync(checkpointsFile(folder), spoil(line))
  grow(folder, entriesOf(5, 300))
  expectLog(folder, entriesOf(0, 300))
  expect(withCheckpoints(folder, ({ count, excess }) => [count, excess])).toEqual([2, 0])
})

test('a checkpoint that was served and is no longer in the file of checkpoints keeps the log from growing', () => {
  const folder = temporaryDirectory()
  grow(folder, entriesOf(0, 5))
  const lines = readFileSync(checkpointsFile(folder))
  grow(folder, entriesOf(5, 7))
  for (const end of ['', '\0'.repeat(lines.length)]) {
    writeFileSync(checkpointsFile(folder), lines)
    appendFileSync(checkpointsFile(folder), end)
    for (const entries of [[], [entry(9)]])
      expect(() => planGrowth(folder, entries, signer)).toThrow('it served a checkpoint of 7 leaves')
  }
})

/** Writes only the beginning of a text, as a crash leaves it. Other writes are atomic. */
function tear(write: LogWrite | undefined): boolean {
  if (write?.kind !== 'append') return false
  applyWrite({ ...write, text: write.text.slice(0, 70) })
  return true
}
