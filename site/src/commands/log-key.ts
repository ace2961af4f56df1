import { closeSync, existsSync, fsyncSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import type { Registry } from '../store/registry.ts'
import { print } from '../terminal.ts'
import { LOG_KEY_VARIABLE, newPrivateKey, parsePrivateKey } from '../transparency/note.ts'

/** `plimsoll-registry log-key new`. Prints the verifier key. @throws RegistryError `bad-log-name`, `file-exists` */
export function runLogKeyNew(file: string, { name }: { name: string }): number {
  const key = newPrivateKey(name)
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    writeSync(descriptor, `${key}\n`)
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new RegistryError(
      'file-exists',
      `'${file}' already exists, and a log has one key for ever. Choose another name.`,
    )
  }
  print(parsePrivateKey(key).verifier.text)
  return EXIT.done
}

/** The option of commands that add to the transparency log. */
export interface LogKeyOption {
  /** The file with the private key. */
  logKey?: string
}

/**
 * Returns the private key of the transparency log as text: that of the file, otherwise that of the environment. Null if
 * there is none; then nothing is added to a log.
 * @throws RegistryError `no-such-file`, `exposed-log-key`, `bad-log-key`
 */
export function readLogKey(registry: Registry, { logKey: file }: LogKeyOption): string | null {
  const key = file === undefined ? process.env[LOG_KEY_VARIABLE] : readKeyFile(registry, file)
  if (key === undefined || key === '') return null
  parsePrivateKey(key)
  return key.trim()
}

function readKeyFile(registry: Registry, file: string): string {
  if (!existsSync(file)) {
    const sentence = `'${file}' not found. Make the key of the log with plimsoll-registry log-key new.`
    throw new RegistryError('no-such-file', sentence)
  }
  const inside = path.relative(realpathSync(registry.directory), realpathSync(file))
  if (inside.startsWith('..') || path.isAbsolute(inside)) return readFileSync(file, 'utf8')
  throw new RegistryError(
    'exposed-log-key',
    `'${file}' is in the registry, which others can read. Move the key to another directory.`,
  )
}
