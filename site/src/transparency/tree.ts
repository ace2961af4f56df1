import { createHash } from 'node:crypto'

// The Merkle tree of RFC 6962, section 2.1, with SHA-256.

/** The size of a hash in bytes. */
export const HASH_BYTES = 32

/**
 * Returns the hash of a complete subtree, which has the leaves from `index × 2^level` to before `(index + 1) × 2^level`.
 */
export type NodeReader = (level: number, index: number) => Uint8Array

/** Returns the hash of a leaf. */
export function leafHash(entry: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest()
}

/** Computes all complete subtrees over the hashes of some leaves, one hash after the other. */
export function hashTree(leaves: Uint8Array): NodeReader {
  const levels = [leaves]
  for (let below = leaves; below.length >= 2 * HASH_BYTES; ) {
    const level = new Uint8Array(Math.floor(below.length / (2 * HASH_BYTES)) * HASH_BYTES)
    for (let at = 0; at < level.length; at += HASH_BYTES)
      level.set(nodeHash(hashAt(below, 2 * at), hashAt(below, 2 * at + HASH_BYTES)), at)
    levels.push(level)
    below = level
  }
  return (level, index) => hashAt(levels[level] ?? new Uint8Array(), index * HASH_BYTES)
}

/** Returns the hash of the tree over the first `size` leaves. */
export function rootHash(size: number, node: NodeReader): Uint8Array {
  return size === 0 ? createHash('sha256').digest() : rangeHash(0, size, node)
}

/**
 * Returns the proof that a leaf is in the tree over the first `size` leaves (RFC 6962, section 2.1.1): the hashes beside
 * the way from the leaf to the root.
 * @param index the number of the leaf, from 0 to `size` − 1
 */
export function inclusionProof(index: number, size: number, node: NodeReader): Uint8Array[] {
  return pathIn(0, size, index, node)
}

/** Returns the root of the tree that a proof of inclusion proves for a leaf. Null if the proof is of the wrong length. */
export function rootOfProof(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (size <= 1) return size === 1 && index === 0 && proof.length === 0 ? leaf : null
  const sibling = proof.at(-1)
  if (sibling === undefined) return null
  const split = splitOf(size)
  const isLeft = index < split
  const child = isLeft
    ? rootOfProof(leaf, index, split, proof.slice(0, -1))
    : rootOfProof(leaf, index - split, size - split, proof.slice(0, -1))
  if (child === null) return null
  return isLeft ? nodeHash(child, sibling) : nodeHash(sibling, child)
}

/** A different first byte keeps an inner node from passing for a leaf. */
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

function rangeHash(start: number, size: number, node: NodeReader): Uint8Array {
  const level = Math.log2(size)
  if (Number.isInteger(level)) return node(level, start / size)
  const split = splitOf(size)
  return nodeHash(rangeHash(start, split, node), rangeHash(start + split, size - split, node))
}

function pathIn(start: number, size: number, index: number, node: NodeReader): Uint8Array[] {
  if (size === 1) return []
  const split = splitOf(size)
  return index - start < split
    ? [...pathIn(start, split, index, node), rangeHash(start + split, size - split, node)]
    : [...pathIn(start + split, size - split, index, node), rangeHash(start, split, node)]
}

/** Returns the largest power of two below `size`, which is at least 2. The left subtree has that many leaves. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function hashAt(hashes: Uint8Array, offset: number): Uint8Array {
  const hash = hashes.subarray(offset, offset + HASH_BYTES)
  if (hash.length !== HASH_BYTES) throw new RangeError('the tree has no such node')
  return hash
}
