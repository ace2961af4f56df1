import { printError } from '@plimsoll/schema/node'
import type { Registry } from '../store/registry.ts'
import { firstCheckpointWith, formatCheckpoint } from './checkpoints.ts'
import { documentLeaf } from './find-leaves.ts'
import { formatLeaf } from './leaf.ts'
import { logFolder, logSize } from './log-folder.ts'
import { openNote, parseVerifier } from './note.ts'
import { readTile, TILE_WIDTH, tileNodes, tileWith } from './tiles.ts'
import { inclusionProof, leafHash, type NodeReader, rootOfProof } from './tree.ts'

/** The proof that the document of a run is in the transparency log of its registry. It never changes. */
export interface LogProof {
  /** The number of the leaf, from 0. */
  number: number
  /** The text of the leaf. */
  leaf: string
  /** The proof in the format of C2SP tlog-proof, with the first checkpoint after the leaf. */
  text: string
  /** The key that verifies the signature of the checkpoint. */
  verifier: string
}

/**
 * Returns the proof of a run's document. Null if it has no leaf yet, or if the registry has no log. Also null if the log is
 * damaged, so that the proof would prove nothing; then it prints why, once.
 * @param hash the hash of the document, `sha256:…`
 */
export function proofOfDocument(registry: Registry, id: string, hash: string): LogProof | null {
  const folder = logFolder(registry)
  try {
    return proveDocument(registry, folder, id, hash)
  } catch (error) {
    if (!(error instanceof RangeError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    last = null
    if (reported.has(folder)) return null
    reported.add(folder)
    const sentence = `The transparency log in ${folder} does not prove run ${id} (${(error as Error).message}), so its page shows no proof.`
    printError(`${sentence} Run plimsoll-registry verify for all faults.`)
    return null
  }
}

/** The logs whose damage was printed. A damaged tile affects many runs. */
const reported = new Set<string>()

/** @throws RangeError for a proof that proves nothing; the errors of `readTile` */
function proveDocument(registry: Registry, folder: string, id: string, hash: string): LogProof | null {
  const found = documentLeaf(registry, id)
  if (found === null) return null
  const { number, verifier: key } = found
  const head = firstCheckpointWith(folder, number)
  if (head === null) return null
  const leaf = formatLeaf({ kind: 'document', run: id, hash })
  const hashes = inclusionProof(number, head.size, nodesOf(folder))
  const root = rootOfProof(leafHash(Buffer.from(leaf)), number, head.size, hashes)
  if (root === null || !Buffer.from(root).equals(head.root))
    throw new RangeError(`leaf ${number} does not lead to the root of the checkpoint of ${head.size} leaves`)
  const verifier = parseVerifier(key)
  const checkpoint = formatCheckpoint(head, verifier)
  if (openNote(checkpoint, verifier) === null)
    throw new RangeError(`the key of the log did not sign the checkpoint of ${head.size} leaves`)
  const lines = hashes.map((node) => `${Buffer.from(node).toString('base64')}\n`)
  const text = `c2sp.org/tlog-proof@v1\nindex ${number}\n${lines.join('')}\n${checkpoint}`
  return { number, leaf, text, verifier: key }
}

/** The tiles of the last tree. They are cached because the pages of one build need the same ones. */
let last: { folder: string; size: number; nodes: NodeReader } | null = null

/** Returns the nodes of the present tree, which has the nodes of every earlier tree. */
function nodesOf(folder: string): NodeReader {
  const size = logSize(folder)
  if (last?.folder !== folder || last.size !== size) {
    const nodes = tileNodes((level, index) => readTile(folder, tileWith(index * TILE_WIDTH, size, level)))
    last = { folder, size, nodes }
  }
  return last.nodes
}
