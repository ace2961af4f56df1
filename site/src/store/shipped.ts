import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from './sha256.ts'

const DIRECTORY = path.join(import.meta.dirname, '..', '..', 'documents')

let hashes: Set<string> | null = null

/** Whether a stored document ships with the project. @param storedHash the SHA-256 of its bytes */
export function isShipped(storedHash: string): boolean {
  hashes ??= new Set(readdirSync(DIRECTORY).map((name) => sha256(readFileSync(path.join(DIRECTORY, name)))))
  return hashes.has(storedHash)
}
