import { readFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalize, parseStrict } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { replaceFile } from './durable-files.ts'
import type { Registry } from './registry.ts'
import { sha256 } from './sha256.ts'

// Anybody can make a key, sign a token that claims to be GitHub's, and write both into a statement. So a proof counts
// only with a key that the registry itself fetched from the issuer. The log of these keys is part of the registry.

/** A public key of an issuer of tokens. `n` and `e` are as in its JSON Web Key (RFC 7518, section 6.3). */
export interface IssuerKey {
  issuer: string
  kid: string
  n: string
  e: string
}

/** A key, and where it was published. */
export interface PublishedKey extends IssuerKey {
  /** The address from which the registry fetched the key. */
  source: string
}

/** One line of the log. */
export interface KeyRecord extends PublishedKey {
  /** When the registry fetched the key for the first time, ISO 8601, UTC. */
  at: string
  /**
   * The SHA-256 of the previous line; zeros in the first one. So a reader who kept the last line can tell whether an
   * earlier one was changed.
   */
  previous: string
}

/** The keys that are known to be an issuer's. */
export interface KnownKeys {
  find(key: IssuerKey): KeyRecord | undefined
  /** What is wrong with the log; null if nothing is. Only the keys of earlier lines, which nothing contradicts, are known. */
  fault: string | null
}

const NO_LINE = '0'.repeat(64)

/** Returns the path of a registry's log of keys, whether or not the file exists. */
export function keyLogFile({ directory }: Registry): string {
  return path.join(directory, 'issuer-keys.jsonl')
}

/**
 * Adds the keys that are not in the log, durably. Only one process at a time may call this for a registry.
 * @throws RegistryError `damaged-key-log`
 */
export function recordKeys(registry: Registry, keys: readonly PublishedKey[], at: string): void {
  const file = keyLogFile(registry)
  const text = readText(file)
  const { records, fault } = parseLog(text)
  if (fault !== null) throw damagedKeyLog(file, fault)
  const known = new Set(records.map(nameOf))
  let previous = hashOfLast(text)
  const lines = keys
    .filter((key) => !known.has(nameOf(key)))
    .map(({ issuer, kid, n, e, source }) => {
      const line = canonicalize({ issuer, kid, n, e, source, at, previous })
      previous = sha256(line)
      return `${line}\n`
    })
  if (lines.length > 0) replaceFile(file, Buffer.from(`${text}${lines.join('')}`, 'utf8'))
}

/** Returns the error for a log with a fault. */
export function damagedKeyLog(file: string, fault: string): RegistryError {
  const sentence = `${file} is damaged (${fault}), so it does not tell which keys are known. Restore the file from a backup.`
  return new RegistryError('damaged-key-log', sentence, EXIT.environment)
}

/** Returns the keys in the log of a registry. */
export function knownKeys(registry: Registry): KnownKeys {
  return readKeyLog(keyLogFile(registry))
}

/** The last log that was read. It is cached by its text, because every proof needs it. */
let last: { text: string; known: KnownKeys } | null = null

/** Returns the keys in a log. A missing file has none. */
export function readKeyLog(file: string): KnownKeys {
  const text = readText(file)
  if (last?.text !== text) {
    const { records, fault } = parseLog(text)
    const byName = new Map(records.map((record) => [nameOf(record), record]))
    last = { text, known: { find: (key) => byName.get(nameOf(key)), fault } }
  }
  return last.known
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parseLog(text: string): { records: KeyRecord[]; fault: string | null } {
  const lines = text.split('\n')
  // Every line ends in a line feed. Without it, the next key would be appended to the same line.
  const rest = lines.pop()
  const records: KeyRecord[] = []
  let previous = NO_LINE
  for (const [index, line] of lines.entries()) {
    const record = parseRecord(line)
    if (record === null) return { records, fault: `line ${index + 1} is not a key` }
    if (record.previous !== previous) {
      const fault = `line ${index + 1} does not follow line ${index}: one of them was changed`
      return { records: records.slice(0, -1), fault }
    }
    records.push(record)
    previous = sha256(line)
  }
  return { records, fault: rest === '' ? null : `line ${lines.length + 1} is incomplete` }
}

const MEMBERS = ['issuer', 'kid', 'n', 'e', 'source', 'at', 'previous']

function parseRecord(line: string): KeyRecord | null {
  try {
    const value = parseStrict(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const isComplete = MEMBERS.every((name) => typeof value[name] === 'string')
    return isComplete && Object.keys(value).length === MEMBERS.length ? (value as unknown as KeyRecord) : null
  } catch {
    return null
  }
}

function hashOfLast(text: string): string {
  const line = text.split('\n').at(-2)
  return line === undefined ? NO_LINE : sha256(line)
}

function nameOf({ issuer, kid, n, e }: IssuerKey): string {
  return JSON.stringify([issuer, kid, n, e])
}
