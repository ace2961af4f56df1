import type { Registry } from '../store/registry.ts'
import { firstCheckpointWith, formatCheckpoint } from './checkpoints.ts'
import { documentLeaf } from './find-leaves.ts'
import { formatLeaf } from './leaf.ts'
import { logFolder, logSize } from './log-folder.ts'
import { parseVerifier } from './note.ts'
import { readTile, TILE_WIDTH, tileNodes, tileWith } from './tiles.ts'
import { inclusionProof, type NodeReader } from './tree.ts'

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
 * Returns the proof of a run's document. Null if it has no leaf yet, or if the registry has no log.
 * @param hash the hash of the document, `sha256:…`
 */
export function proofOfDocument(registry: Registry, id: string, hash: string): LogProof | null {
  const found = documentLeaf(registry, id)
  if (found === null) return null
  const { number, verifier } = found
  const folder = logFolder(registry)
  const checkpoint = firstCheckpointWith(folder, number)
  if (checkpoint === null) return null
  const hashes = inclusionProof(number, checkpoint.size, nodesOf(folder))
  return {
    number,
    leaf: formatLeaf({ kind: 'document', run: id, hash }),
    text: formatProof(number, hashes, formatCheckpoint(checkpoint, parseVerifier(verifier))),
    verifier,
  }
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

function formatProof(number: number, hashes: readonly Uint8Array[], checkpoint: string): string {
  const lines = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`)
  return `c2sp.org/tlog-proof@v1\nindex ${number}\n${lines.join('')}\n${checkpoint}`
}
