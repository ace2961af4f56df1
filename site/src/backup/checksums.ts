import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RegistryError } from '../errors.ts'

/** The SHA-256 of each file of a backup, by the file's path below the backup. */
export type Checksums = Map<string, string>

/**
 * The file of the checksums. It has the format of `sha256sum --check`, so that a backup can be verified without this
 * program.
 */
const FILE = 'SHA256SUMS'

export function writeChecksums(backup: string, checksums: Checksums): void {
  const lines = [...checksums].map(([name, sum]) => `${sum}  ${name}\n`)
  writeFileSync(path.join(backup, FILE), lines.sort().join(''))
}

/** Reads the checksums of a backup. @throws RegistryError `not-a-backup` */
export function readChecksums(backup: string): Checksums {
  const file = path.join(backup, FILE)
  if (!existsSync(file)) {
    throw new RegistryError(
      'not-a-backup',
      `'${backup}' is not a backup: ${FILE} is missing. Give a directory created by plimsoll-registry backup.`,
    )
  }
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return new Map(lines.map((line) => entryOf(line, file)))
}

/** Reject paths with "..", so that a restore neither reads nor writes outside of the backup. */
const LINE =
  /^([0-9a-f]{64}) {2}(?!.*\/\.\.(?:\/|$))((?:documents|statements|editions|log|site)\/.+|issuer-keys\.jsonl)$/

function entryOf(line: string, file: string): [name: string, sum: string] {
  const [, sum = '', name = ''] = LINE.exec(line) ?? []
  if (name !== '') return [name, sum]
  throw new RegistryError(
    'damaged-backup',
    `${file} is damaged: invalid line "${line.slice(0, 100)}". Use another backup.`,
  )
}
