import { existsSync, lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { listFiles } from '../site-build/target.ts'
import { isRegularFile, readIfThere } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { formatCheckpoint, lastCheckpoint, lastCheckpointIn, type SignedHead } from './checkpoints.ts'
import { parseVerifier, type Verifier } from './note.ts'
import { decodeEntries, readTile, TILE_WIDTH, type Tile, tilePath, tileWith } from './tiles.ts'

// A registry with a transparency log has the folder `log`, which is served as it is:
//
//   checkpoint                   the current state of the tree, signed
//   tile/…                       the hashes of the tree, and the entries
//   checkpoints                  every state that was ever signed
//   verifier-key                 the key that verifies the signatures
//
// A run has a leaf for its document, and one for each line of its statements.

/** Returns the folder of a registry's log, whether or not it exists. */
export function logFolder({ directory }: Registry): string {
  return path.join(directory, 'log')
}

/** Returns the file with the key that verifies the signatures of a log. */
export function verifierFile(folder: string): string {
  return path.join(folder, 'verifier-key')
}

/** Returns the key of a log. Null if the folder has no log. @throws RegistryError `bad-log-key`, `link-in-registry` */
export function verifierIn(folder: string): Verifier | null {
  const file = verifierFile(folder)
  assertInRegistry(folder)
  assertInRegistry(file)
  return existsSync(file) ? parseVerifier(readFileSync(file, 'utf8')) : null
}

/**
 * Returns the files of a registry's log that are served, by their paths below the folder; none if there is no log. A log
 * may grow meanwhile: the served checkpoint is made from the last line of `checkpoints`, and the tiles are read last, so
 * they have everything that this checkpoint refers to.
 * @throws RegistryError `link-in-registry`
 */
export function logFiles(registry: Registry): Map<string, Buffer> {
  const folder = logFolder(registry)
  assertNoLinks(folder)
  if (!existsSync(folder)) return new Map()
  for (;;) {
    const files = readLogFiles(folder)
    const { size = 0 } = lastLine(files) ?? {}
    // A partial tile is removed when the full one is there. Then the log has grown.
    const isWhole = lastTilesOf(size).every((tile) => files.has(tilePath(tile)))
    if (isWhole || logSize(folder) === size) return files
  }
}

function readLogFiles(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const add = (name: string) => {
    const bytes = isRegularFile(path.join(folder, name)) ? readIfThere(path.join(folder, name)) : null
    if (bytes !== null) files.set(name, bytes)
  }
  for (const name of ['checkpoint', 'checkpoints', 'verifier-key']) add(name)
  const [head, verifier] = [lastLine(files), files.get('verifier-key')]
  if (head !== null && verifier !== undefined)
    files.set('checkpoint', Buffer.from(formatCheckpoint(head, parseVerifier(verifier.toString()))))
  const isTile = (name: string) => name.startsWith('tile/') && !path.posix.basename(name).startsWith('.')
  for (const name of listNames(folder).filter(isTile)) add(name)
  return files
}

function lastLine(files: Map<string, Buffer>): SignedHead | null {
  return lastCheckpointIn(files.get('checkpoints') ?? Buffer.of())
}

/** Returns the last tile of each level of a tree, and the last bundle of entries. Only these are ever replaced. */
function lastTilesOf(size: number): Tile[] {
  const tiles: Tile[] = size === 0 ? [] : [tileWith(size - 1, size, 'entries')]
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    tiles.push(tileWith(count - 1, size, level))
  return tiles
}

/**
 * Checks that everything in the folder of a log is in the registry: a link would publish other files, and a backup would
 * lack them. The folder may be missing.
 * @throws RegistryError `link-in-registry`
 */
export function assertNoLinks(folder: string): void {
  assertInRegistry(folder)
  for (const name of listNames(folder)) assertInRegistry(path.join(folder, name))
}

/** A path that does not exist passes. */
function assertInRegistry(target: string): void {
  const found = lstatSync(target, { throwIfNoEntry: false })
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw new RegistryError(
    'link-in-registry',
    `${target} is a link or a special file, but the transparency log must be in the registry. Replace it by what it points to.`,
    EXIT.environment,
  )
}

function listNames(folder: string): string[] {
  while (existsSync(folder)) {
    try {
      return listFiles(folder)
    } catch (error) {
      // A folder of partial tiles was removed meanwhile, because the full tile is there.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return []
}

/** Returns the number of leaves of a log. */
export function logSize(folder: string): number {
  return lastCheckpoint(folder)?.size ?? 0
}

/**
 * Returns the entries of a log from `start` to before `end`. `end` must not exceed the size of the log.
 * @throws the system's error; RangeError for an incomplete bundle
 */
export function readEntries(folder: string, start: number, end: number): Buffer[] {
  const entries: Buffer[] = []
  for (let number = start - (start % TILE_WIDTH); number < end; number += TILE_WIDTH) {
    const tile = tileWith(number, end, 'entries')
    entries.push(...readBundle(folder, tile).slice(Math.max(0, start - number), tile.width))
  }
  return entries
}

function readBundle(folder: string, tile: Tile): Buffer[] {
  const entries = decodeEntries(readTile(folder, tile))
  if (entries === null || entries.length < tile.width) throw new RangeError(`bundle ${tile.index} is incomplete`)
  return entries
}
