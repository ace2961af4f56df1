import path from 'node:path'
import { readIfThere } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import {
  formatCheckpoint,
  formatHead,
  parseHead,
  type SignedHead,
  servedCheckpoint,
  withCheckpoints,
} from './checkpoints.ts'
import { type Leaf, parseLeaf } from './leaf.ts'
import { assertNoLinks, logFolder, readEntries } from './log-folder.ts'
import { formatNote, openNote, type Verifier } from './note.ts'
import { encodeEntries, listTiles, TILE_WIDTH, tilePath } from './tiles.ts'
import { HASH_BYTES, hashTree, leafHash, type NodeReader, rootHash } from './tree.ts'

/** A log that was read and checked. */
export interface CheckedLog {
  verifier: Verifier
  /** The number of leaves. */
  size: number
  /** The leaves whose entries could be read, in order; null for an entry that is no leaf. */
  leaves: (Leaf | null)[]
  /** The complete subtrees over these leaves. */
  nodes: NodeReader
  /** Every checkpoint that was signed, oldest first. */
  checkpoints: SignedHead[]
  /** Everything that is wrong, one sentence each. */
  faults: string[]
}

/**
 * Computes the tree of a log again from its entries, and compares it with the tiles and with every checkpoint that was
 * ever signed.
 * @param verifier the key that must have signed the checkpoints
 * @throws RegistryError `link-in-registry`
 */
export function checkLog(registry: Registry, verifier: Verifier): CheckedLog {
  const folder = logFolder(registry)
  assertNoLinks(folder)
  const { checkpoints, faults } = readCheckpoints(folder)
  const size = checkpoints.at(-1)?.size ?? 0
  const { entries, faults: unread } = readAll(folder, size)
  const hashes = entries.map(leafHash)
  const nodes = hashTree(Buffer.concat(hashes))
  const leaves = entries.map(parseLeaf)
  for (const [number, leaf] of leaves.entries())
    if (leaf === null) faults.push(`leaf ${number} is not a leaf of a registry`)
  faults.push(...unread, ...signatureFaults(checkpoints, verifier))
  if (entries.length === size) {
    faults.push(...tileFaults(folder, size, nodes))
    faults.push(...bundleFaults(folder, entries))
    faults.push(...rootFaults(checkpoints, nodes, size))
    faults.push(...servedFaults(folder, checkpoints.at(-1), verifier))
  }
  return { verifier, size, leaves, nodes, checkpoints, faults }
}

/**
 * Compares an old checkpoint of a log with the log at present. Returns the number of its leaves, of which none was removed,
 * changed or inserted since, or why the checkpoint does not agree with the log.
 * @param note the checkpoint, as it was served
 */
export function compareWitness(log: CheckedLog, note: string): { size: number } | { fault: string } {
  const { verifier, size, nodes, leaves } = log
  const text = openNote(note, verifier)
  if (text === null) return { fault: `the key ${verifier.text} did not sign it` }
  const head = parseHead(text, verifier.name)
  if (head === null) return { fault: `it is not a checkpoint of the log ${verifier.name}` }
  if (head.size > size) return { fault: `the log was truncated: it had ${head.size} leaves, and now has ${size}` }
  if (head.size > leaves.length) return { fault: 'the entries of the log cannot be read' }
  if (equal(rootHash(head.size, nodes), head.root)) return { size: head.size }
  return { fault: `the log was forked: its first ${head.size} leaves are not those that were signed then` }
}

function readCheckpoints(folder: string): { checkpoints: SignedHead[]; faults: string[] } {
  return withCheckpoints(folder, ({ count, excess, read }) => {
    const faults: string[] = []
    if (excess > 0)
      faults.push(`checkpoints has ${excess} bytes after its last line. The next command with the key removes them`)
    if (count === 0) faults.push('it has no signed checkpoint')
    const checkpoints = Array.from({ length: count }, (_, number) => {
      const head = read(number)
      if (head === null) faults.push(`checkpoints, line ${number + 1}: it is damaged`)
      return head
    }).filter((head) => head !== null)
    for (const [number, { size }] of checkpoints.entries()) {
      const before = checkpoints[number - 1]
      if (before === undefined || size > before.size) continue
      faults.push(`a checkpoint of ${size} leaves was signed after one of ${before.size} leaves`)
    }
    return { checkpoints, faults }
  })
}

function readAll(folder: string, size: number): { entries: Buffer[]; faults: string[] } {
  const entries: Buffer[] = []
  // A forged size may be that of a log without files, so the bundles are not listed first.
  for (let first = 0; first < size; first += TILE_WIDTH) {
    try {
      entries.push(...readEntries(folder, first, Math.min(first + TILE_WIDTH, size)))
    } catch (error) {
      return { entries, faults: [`the leaves from ${entries.length} cannot be read (${(error as Error).message})`] }
    }
  }
  return { entries, faults: [] }
}

/** Compares every tile of the tree with the nodes that were computed from the entries. */
function tileFaults(folder: string, size: number, nodes: NodeReader): string[] {
  const faults: string[] = []
  for (let level = 0; TILE_WIDTH ** level <= size; level += 1) {
    for (const tile of listTiles(size, level)) {
      const name = tilePath(tile)
      const bytes = readIfThere(path.join(folder, name))
      const expected = Buffer.concat(
        Array.from({ length: tile.width }, (_, at) => nodes(8 * level, tile.index * TILE_WIDTH + at)),
      )
      if (bytes === null) faults.push(`${name} is missing`)
      else if (!bytes.equals(expected)) faults.push(describeDifference(name, tile, bytes, expected))
    }
  }
  return faults
}

function describeDifference(
  name: string,
  { level, index }: { level: unknown; index: number },
  bytes: Buffer,
  expected: Buffer,
): string {
  const at = Array.from({ length: expected.length / HASH_BYTES }, (_, at) => at * HASH_BYTES).find(
    (at) => !equal(bytes.subarray(at, at + HASH_BYTES), expected.subarray(at, at + HASH_BYTES)),
  )
  if (level !== 0 || at === undefined) return `${name} does not match the entries`
  return `${name} does not match the entries: leaf ${index * TILE_WIDTH + at / HASH_BYTES} was changed`
}

/** Finds bundles with more entries than the tree has. */
function bundleFaults(folder: string, entries: readonly Buffer[]): string[] {
  return listTiles(entries.length, 'entries').flatMap((tile) => {
    const bytes = readIfThere(path.join(folder, tilePath(tile)))
    const first = tile.index * TILE_WIDTH
    const isLonger = bytes !== null && bytes.length > encodeEntries(entries.slice(first, first + tile.width)).length
    return isLonger ? [`${tilePath(tile)} has more than the ${tile.width} entries of the signed tree`] : []
  })
}

function signatureFaults(checkpoints: SignedHead[], verifier: Verifier): string[] {
  const unsigned = checkpoints.filter((head) => {
    const text = formatHead(verifier.name, head)
    return openNote(formatNote(text, head.signature, verifier), verifier) === null
  })
  return unsigned
    .slice(0, 1)
    .map(({ size }) => `the key ${verifier.text} did not sign the checkpoint of ${size} leaves`)
}

/** Only the first checkpoint with a wrong root is named: a changed leaf also changes the roots of all later ones. */
function rootFaults(checkpoints: SignedHead[], nodes: NodeReader, total: number): string[] {
  const wrong = checkpoints.filter(({ size, root }) => size > total || !equal(rootHash(size, nodes), root))
  return [
    ...wrong
      .slice(0, 1)
      .map(
        ({ size }) =>
          `the signed checkpoint of ${size} leaves does not match the entries: a leaf was dropped, changed or inserted`,
      ),
  ]
}

function servedFaults(folder: string, head: SignedHead | undefined, verifier: Verifier): string[] {
  const isLast = head === undefined || servedCheckpoint(folder) === formatCheckpoint(head, verifier)
  return isLast ? [] : ['checkpoint is not the last one that was signed']
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
