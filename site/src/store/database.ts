import { RegistryError } from '../errors.ts'
import type { Registry } from './registry.ts'

const URL_VARIABLE = 'PLIMSOLL_DATABASE_URL'
/** Apart from the address, which is in messages. */
const TOKEN_VARIABLE = 'PLIMSOLL_DATABASE_TOKEN'

/**
 * Address of the database an index is in: its own SQLite file, unless PLIMSOLL_DATABASE_URL names a libSQL server.
 * The environment says so, because every process of a build must know it. Throws `bad-database-url`.
 * @param index path of the file
 */
export function databaseUrl(index: string): string {
  const text = process.env[URL_VARIABLE]
  if (text === undefined || text === '') return `file:${index}`
  const url = URL.parse(text)
  if (url === null || !SERVER.test(url.protocol) || url.search !== '' || url.username !== '' || url.password !== '') {
    throw new RegistryError(
      'bad-database-url',
      `${URL_VARIABLE} is no address of a libSQL server: it begins with libsql://, https:// or http://, and its token is in ${TOKEN_VARIABLE}.`,
    )
  }
  return text
}

/** How to reach the index of a registry, for the driver and for Prisma alike. */
export function connectionTo({ database }: Registry): { url: string; authToken?: string } {
  const authToken = process.env[TOKEN_VARIABLE]
  return isServer(database) && authToken ? { url: database, authToken } : { url: database }
}

/** Whether a database is on a server, not in a file. */
export function isServer(url: string): boolean {
  return SERVER.test(url)
}

const SERVER = /^(libsql|https?):/
