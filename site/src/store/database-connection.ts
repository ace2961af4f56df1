import { pathToFileURL } from 'node:url'
import { RegistryError } from '../errors.ts'

const URL_VARIABLE = 'PLIMSOLL_DATABASE_URL'
/**
 * The environment variable with the token of the database. The token is not part of the address, because the address
 * appears in messages.
 */
const TOKEN_VARIABLE = 'PLIMSOLL_DATABASE_TOKEN'

/**
 * Returns the address of the index's database. It is the registry's own SQLite file, or a libSQL server if
 * PLIMSOLL_DATABASE_URL names one. The address is in an environment variable, because every process of a build must
 * know it.
 * @param index the path of the file
 * @throws RegistryError `bad-database-url`
 */
export function databaseUrl(index: string): string {
  const text = process.env[URL_VARIABLE]
  if (text === undefined || text === '') return fileUrl(index)
  const url = URL.parse(text)
  if (url === null || !SERVER.test(url.protocol) || url.search !== '' || url.username !== '' || url.password !== '') {
    throw new RegistryError(
      'bad-database-url',
      `${URL_VARIABLE} is not the address of a libSQL server. Use an address that begins with libsql://, https:// or http://, and set the token of the server in ${TOKEN_VARIABLE}.`,
    )
  }
  return text
}

/** Returns the address of a database file. A name may contain what has a meaning in an address, such as `#`, `?` or `%`. */
export function fileUrl(file: string): string {
  return pathToFileURL(file).href
}

/**
 * The time in ms that a connection to an index file waits for a lock. Readers need it too: a process that opens or
 * closes a file in WAL mode (with a write-ahead log) may lock the file against all others for a moment.
 */
const BUSY_TIMEOUT_MS = 10_000

/** Returns the connection options of a registry's index, for the libSQL driver and for Prisma. */
export function connectionTo({ database }: { database: string }): {
  url: string
  authToken?: string
  timeout?: number
} {
  if (!isServer(database)) return { url: database, timeout: BUSY_TIMEOUT_MS }
  const authToken = process.env[TOKEN_VARIABLE]
  return authToken ? { url: database, authToken } : { url: database }
}

/** Whether a database is on a server and not in a file. */
export function isServer(url: string): boolean {
  return SERVER.test(url)
}

const SERVER = /^(libsql|https?):/
