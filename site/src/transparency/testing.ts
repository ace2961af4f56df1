import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { readDocument } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { proofOfDocument } from './proof.ts'

/** The verifier in Go, which `npm run test:full` builds. It has no code of Plimsoll. */
const VERIFIER = path.join(import.meta.dirname, '..', '..', '..', '.cache', 'bin', 'verify-log')

/** Writes the leaf and the proof of each of these runs to a new directory. A run without a proof gets an empty one. */
export function writeProofs(registry: Registry, ids: readonly string[], directory: string): void {
  mkdirSync(directory)
  for (const id of ids) {
    const proof = proofOfDocument(registry, id, identify(readDocument(registry, id)).hash)
    writeFileSync(path.join(directory, `${id}.leaf`), proof?.leaf ?? '')
    writeFileSync(path.join(directory, `${id}.tlog-proof`), proof?.text ?? '')
  }
}

/**
 * Verifies a log with Go: the signature, the tiles, every leaf, and the proofs in a directory.
 * @param old an older checkpoint, with which the log must be consistent
 */
export function verifyInGo(
  log: string,
  verifierKey: string,
  proofs: string,
  ...old: string[]
): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(VERIFIER, [log, verifierKey, proofs, ...old], {
    encoding: 'utf8',
  })
  return {
    status,
    output: error === undefined ? `${stdout}${stderr}`.trim() : `${error.message}: use npm run test:full`,
  }
}
