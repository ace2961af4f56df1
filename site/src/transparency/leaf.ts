import { sha256 } from '../store/sha256.ts'

/** A leaf of the log. It contains hashes only, so it never has to be deleted. */
export interface Leaf {
  kind: 'document' | 'statement'
  /** The id of the run. */
  run: string
  /** The hash of the run's document, or of a line of its statements without the line feed; `sha256:…`. */
  hash: string
}

/** Returns the leaf of a line of statements. */
export function statementLeaf(run: string, line: string): Leaf {
  return { kind: 'statement', run, hash: `sha256:${sha256(line)}` }
}

/** Returns the text of a leaf: canonical JSON (RFC 8785). */
export function formatLeaf({ kind, run, hash }: Leaf): string {
  return `{"hash":"${hash}","kind":"${kind}","run":"${run}"}`
}

const LEAF = /^\{"hash":"(sha256:[0-9a-f]{64})","kind":"(document|statement)","run":"([a-z2-7]{26})"\}$/

/** Reads a leaf. Returns null if it is none. */
export function parseLeaf(entry: Buffer): Leaf | null {
  const [, hash = '', kind = '', run = ''] = LEAF.exec(entry.toString('latin1')) ?? []
  return kind === '' ? null : { kind: kind as Leaf['kind'], run, hash }
}
