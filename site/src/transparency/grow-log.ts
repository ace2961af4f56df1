import { rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { appendText, makeDirectory, replaceDerivedFile, replaceFile } from '../store/durable-files.ts'
import {
  checkpointsFile,
  formatCheckpoint,
  formatHead,
  formatLine,
  parseHead,
  type SignedHead,
  servedCheckpoint,
  withCheckpoints,
} from './checkpoints.ts'
import { readEntries } from './log-folder.ts'
import { openNote, type Signer, signText } from './note.ts'
import { encodeEntries, partialTiles, readTile, TILE_WIDTH, type Tile, tileNodes, tilePath, tileWith } from './tiles.ts'
import { HASH_BYTES, hashTree, leafHash, rootHash } from './tree.ts'

/** One write to the files of a log. Each is durable before the next begins, except that of the served checkpoint. */
export type LogWrite =
  | { kind: 'replace'; file: string; bytes: Buffer }
  | { kind: 'publish'; file: string; bytes: Buffer }
  | { kind: 'append'; file: string; text: string }
  | { kind: 'truncate'; file: string; length: number }
  | { kind: 'remove'; directory: string }

/**
 * Plans the writes that add entries to a log. The line in the file of checkpoints decides: before it, the new tiles do
 * not count, and the next call replaces them; after it, the leaves are in the log. The served checkpoint follows from that
 * line. So a crash between any two writes leaves a log that the next call continues.
 *
 * The caller must hold the lock of the log, see `withLogLock`.
 * @param entries none to complete the writes of a killed process only
 * @throws RegistryError `damaged-log` if the tiles do not match the last checkpoint
 */
export function planGrowth(folder: string, entries: readonly Buffer[], signer: Signer): LogWrite[] {
  const { count, bytes, excess, last } = withCheckpoints(folder, (lines) => ({
    ...lines,
    last: lines.count === 0 ? null : lines.read(lines.count - 1),
  }))
  if (count > 0 && last === null) throw damagedLog(folder, 'its last signed checkpoint cannot be read')
  assertServed(folder, last?.size ?? 0, signer)
  const repairs: LogWrite[] = excess > 0 ? [{ kind: 'truncate', file: checkpointsFile(folder), length: bytes }] : []
  if (last !== null && entries.length === 0) return [...repairs, ...publish(folder, last, signer)]
  const size = last?.size ?? 0
  const tiles = growTiles(folder, size, entries, last)
  const newSize = size + entries.length
  const root = rootHash(
    newSize,
    tileNodes((level, index) => {
      const tile = tileWith(index * TILE_WIDTH, newSize, level)
      return tiles.get(tilePath(tile))?.bytes ?? readTile(folder, tile)
    }),
  )
  const head = { size: newSize, root }
  const signed = { ...head, signature: signText(formatHead(signer.verifier.name, head), signer) }
  const filled = [...tiles.values()].map(({ tile }) => tile).filter(({ width }) => width === TILE_WIDTH)
  return [
    ...repairs,
    ...[...tiles].map(([name, { bytes }]) => ({ kind: 'replace' as const, file: path.join(folder, name), bytes })),
    { kind: 'append', file: checkpointsFile(folder), text: formatLine(signed) },
    ...publish(folder, signed, signer),
    ...filled.map((tile) => ({ kind: 'remove' as const, directory: path.join(folder, partialTiles(tile)) })),
  ]
}

/** Makes one planned write durably. */
export function applyWrite(write: LogWrite): void {
  if (write.kind === 'truncate') truncateSync(write.file, write.length)
  else if (write.kind === 'append') appendText(write.file, write.text)
  else if (write.kind === 'publish') replaceDerivedFile(write.file, write.bytes)
  else if (write.kind === 'remove') rmSync(write.directory, { recursive: true, force: true })
  else {
    makeDirectory(path.dirname(write.file))
    replaceFile(write.file, write.bytes)
  }
}

/**
 * Checks that the last line of checkpoints is not older than the served checkpoint. Otherwise a checkpoint that readers may
 * have kept was lost, and the next tree would be a fork. @throws RegistryError `damaged-log`
 */
function assertServed(folder: string, size: number, { verifier }: Signer): void {
  const text = openNote(servedCheckpoint(folder), verifier)
  const served = text === null ? null : parseHead(text, verifier.name)
  if (served !== null && served.size > size)
    throw damagedLog(folder, `it served a checkpoint of ${served.size} leaves, and ends with one of ${size} leaves`)
}

/** Returns the error for a log whose files are damaged. */
function damagedLog(folder: string, fault: string): RegistryError {
  const sentence = `The transparency log in ${folder} is damaged: ${fault}. Nothing was added to it. Restore the folder from a backup.`
  return new RegistryError('damaged-log', sentence, EXIT.environment)
}

/** The served checkpoint is replaced last, when everything that it refers to is on disk. */
function publish(folder: string, head: SignedHead, { verifier }: Signer): LogWrite[] {
  const checkpoint = formatCheckpoint(head, verifier)
  if (servedCheckpoint(folder) === checkpoint) return []
  return [{ kind: 'publish', file: path.join(folder, 'checkpoint'), bytes: Buffer.from(checkpoint) }]
}

/** A tile with its content. */
interface FilledTile {
  tile: Tile
  bytes: Buffer
}

/** Returns the tiles and bundles that new entries change, by their paths. */
function growTiles(
  folder: string,
  size: number,
  entries: readonly Buffer[],
  last: SignedHead | null,
): Map<string, FilledTile> {
  const changed = new Map<string, FilledTile>()
  const add = (tile: Tile, bytes: Buffer) => changed.set(tilePath(tile), { tile, bytes })
  try {
    assertTiles(folder, last)
    const first = size - (size % TILE_WIDTH)
    const bundled = [...readLastBundle(folder, first, size), ...entries]
    for (let at = 0; at < bundled.length; at += TILE_WIDTH) {
      const part = bundled.slice(at, at + TILE_WIDTH)
      add({ level: 'entries', index: (first + at) / TILE_WIDTH, width: part.length }, encodeEntries(part))
    }
    let added = entries.map(leafHash)
    for (let level = 0; added.length > 0; level += 1) {
      const count = Math.floor(size / TILE_WIDTH ** level)
      const start = count - (count % TILE_WIDTH)
      const before = start === count ? [] : [readTile(folder, tileWith(start, size, level))]
      const hashes = Buffer.concat([...before, ...added])
      added = []
      for (let at = 0; at < hashes.length; at += TILE_WIDTH * HASH_BYTES) {
        const bytes = hashes.subarray(at, at + TILE_WIDTH * HASH_BYTES)
        const width = bytes.length / HASH_BYTES
        add({ level, index: (start + at / HASH_BYTES) / TILE_WIDTH, width }, bytes)
        if (width === TILE_WIDTH) added.push(Buffer.from(hashTree(bytes)(8, 0)))
      }
    }
    return changed
  } catch (error) {
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw damagedLog(folder, (error as Error).message)
    }
    throw error
  }
}

/**
 * Returns the entries from `first`, which the next bundle has too. One that was replaced must not get into it.
 * @throws RangeError
 */
function readLastBundle(folder: string, first: number, size: number): Buffer[] {
  if (first === size) return []
  const entries = readEntries(folder, first, size)
  const isSame = Buffer.concat(entries.map(leafHash)).equals(readTile(folder, tileWith(first, size, 0)))
  if (!isSame) throw new RangeError('its last entries do not match its tiles')
  return entries
}

/**
 * Checks the tiles that the next tree is made from: a log must never sign a tree that contradicts its last checkpoint.
 * @throws RangeError
 */
function assertTiles(folder: string, last: SignedHead | null): void {
  if (last === null) return
  const nodes = tileNodes((level, index) => readTile(folder, tileWith(index * TILE_WIDTH, last.size, level)))
  const isSame = Buffer.from(rootHash(last.size, nodes)).equals(last.root)
  if (!isSame) throw new RangeError('its tiles do not match its last signed checkpoint')
}
