import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { print, printError, readDocumentFile } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { MARKER } from '../site-build/staging.ts'
import { registryAt } from '../store/registry.ts'
import { LOG_KEY_VARIABLE, newPrivateKey, parsePrivateKey } from '../transparency/note.ts'

/** `plimsoll-registry log-key new`. Prints the verifier key. @throws RegistryError `bad-log-name`, `file-exists`, `exposed-log-key` */
export function runLogKeyNew(file: string, { name }: { name: string }): number {
  const key = newPrivateKey(name)
  assertHidden(file)
  try {
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      rmSync(file, { force: true })
      throw error
    }
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
export function readLogKey({ logKey: file }: LogKeyOption): string | null {
  const key = file === undefined ? process.env[LOG_KEY_VARIABLE] : readKeyFile(file)
  if (key === undefined || key === '') return null
  parsePrivateKey(key)
  return key.trim()
}

function readKeyFile(file: string): string {
  if (!existsSync(file)) {
    const sentence = `'${file}' not found. Make the key of the log with plimsoll-registry log-key new.`
    throw new RegistryError('no-such-file', sentence)
  }
  assertHidden(file)
  if ((statSync(file).mode & 0o077) !== 0)
    printError(`Other users of this machine can read '${file}', the private key of the log. Run chmod 600 '${file}'.`)
  return readDocumentFile(file).toString()
}

/** Rejects a key in any registry or site. @throws RegistryError `exposed-log-key` */
function assertHidden(file: string): void {
  for (const place of placesOf(file))
    for (let directory = path.dirname(place); ; directory = path.dirname(directory)) {
      const { documents, statements } = registryAt(directory)
      if (existsSync(documents) && existsSync(statements)) throw exposed(file, 'registry')
      if (existsSync(path.join(directory, MARKER))) throw exposed(file, 'site')
      if (directory === path.dirname(directory)) break
    }
}

/** Returns the path of a file, and that of the file to which it links. */
function placesOf(file: string): string[] {
  const given = path.join(realpathSync(path.dirname(file)), path.basename(file))
  return existsSync(file) ? [given, realpathSync(file)] : [given]
}

function exposed(file: string, where: 'registry' | 'site'): RegistryError {
  const sentence = `'${file}' is in a ${where}, which others can read. Keep the key in another directory.`
  return new RegistryError('exposed-log-key', sentence)
}
