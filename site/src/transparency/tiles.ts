import { readFileSync } from 'node:fs'
import path from 'node:path'
import { HASH_BYTES, hashTree, type NodeReader } from './tree.ts'

// The files of a log, in the layout of C2SP tlog-tiles. A tile has 256 hashes of one level of the tree: level 0 are the
// leaves, and a hash of the next level is that of a whole tile. The last tile of a level has fewer hashes: it is partial.

/** The number of hashes of a full tile, and of entries of a full bundle. */
export const TILE_WIDTH = 256

/** A tile of the tree, or a bundle of entries. */
export interface Tile {
  level: number | 'entries'
  /** The number of the tile in its level, from 0. */
  index: number
  /** The number of its hashes or entries, from 1 to 256. */
  width: number
}

/** Returns the path of a tile below the folder of the log. */
export function tilePath({ level, index, width }: Tile): string {
  return `${fullPath(level, index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** Returns the directory of the partial tiles that a full tile replaces, below the folder of the log. */
export function partialTiles({ level, index }: Tile): string {
  return `${fullPath(level, index)}.p`
}

/** Returns the tiles of one level of a tree with `size` leaves, or its bundles of entries, in order. */
export function listTiles(size: number, level: Tile['level']): Tile[] {
  const count = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level)
  return Array.from({ length: Math.ceil(count / TILE_WIDTH) }, (_, index) => ({
    level,
    index,
    width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH),
  }))
}

/** Returns the tile of a level that has the hash or the entry with this number, in a tree with `size` leaves. */
export function tileWith(number: number, size: number, level: Tile['level']): Tile {
  const count = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level)
  const index = Math.floor(number / TILE_WIDTH)
  return { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) }
}

/**
 * Reads a tile. If a partial tile is gone because it was filled meanwhile, reads the beginning of the full one.
 * @throws the system's error; RangeError for a tile that is too short
 */
export function readTile(folder: string, tile: Tile): Buffer {
  const bytes = readFull(folder, tile)
  if (tile.level === 'entries') return bytes
  if (bytes.length < tile.width * HASH_BYTES) throw new RangeError(`${tilePath(tile)} is too short`)
  return bytes.subarray(0, tile.width * HASH_BYTES)
}

/** Returns the complete subtrees of a tree from its tiles. Each tile is read once. */
export function tileNodes(read: (level: number, index: number) => Uint8Array): NodeReader {
  const tiles = new Map<string, NodeReader>()
  return (level, index) => {
    // A tile is a tree of its own, of height 8.
    const [tileLevel, height] = [Math.floor(level / 8), level % 8]
    const perTile = 2 ** (8 - height)
    const tileIndex = Math.floor(index / perTile)
    const name = `${tileLevel}/${tileIndex}`
    const nodes = tiles.get(name) ?? hashTree(read(tileLevel, tileIndex))
    tiles.set(name, nodes)
    return nodes(height, index % perTile)
  }
}

/** Encodes entries of a bundle: each entry after its length in two bytes. */
export function encodeEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]))
}

/** Decodes a bundle of entries. Returns null if its end is missing. */
export function decodeEntries(bundle: Buffer): Buffer[] | null {
  const entries: Buffer[] = []
  for (let at = 0; at < bundle.length; ) {
    if (at + 2 > bundle.length) return null
    const end = at + 2 + bundle.readUInt16BE(at)
    if (end > bundle.length) return null
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}

/** Whether a path below the folder of a log is that of a full tile or a full bundle of a tree with `size` leaves. */
export function isFullTile(name: string, size: number): boolean {
  const [, level = '', groups = ''] = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})$/.exec(name) ?? []
  if (groups === '') return false
  const index = Number(groups.replace(/[x/]/g, ''))
  return (index + 1) * TILE_WIDTH ** (level === 'entries' ? 1 : Number(level) + 1) <= size
}

/** The number of a tile has groups of three digits, and each group but the last is a folder. */
function fullPath(level: Tile['level'], index: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return ['tile', level, ...groups.slice(0, -1).map((group) => `x${group}`), groups.at(-1)].join('/')
}

function readFull(folder: string, tile: Tile): Buffer {
  try {
    return readFileSync(path.join(folder, tilePath(tile)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tile.width === TILE_WIDTH) throw error
    return readFileSync(path.join(folder, tilePath({ ...tile, width: TILE_WIDTH })))
  }
}
