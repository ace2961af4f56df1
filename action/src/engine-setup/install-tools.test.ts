import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { download } from './install-tools.ts'

const BYTES = Buffer.alloc(100_000, 'abc')
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
const file = join(scratch, 'file')
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  rmSync(file, { force: true })
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
}

const get = (url: string, seconds?: number) =>
  download({ tool: 'lima', version: '1', url, sha256: SHA256 }, file, seconds)

test('a release is downloaded, also through a redirect', async () => {
  const url = await serve(({ url }, response) =>
    url === '/file' ? response.writeHead(302, { location: '/moved' }).end() : response.end(BYTES),
  )
  await get(url)
  expect(readFileSync(file).equals(BYTES)).toBe(true)
})

const wrong = Buffer.from(BYTES)
wrong.writeUInt8(wrong.readUInt8(50_000) ^ 1, 50_000)

test.each<[string, RegExp, RequestListener]>([
  ['one wrong byte', /^The file from http\S+ is not lima 1: its SHA-256 is /, (_, response) => response.end(wrong)],
  ['nothing', /^The file from http\S+ is not lima 1/, (_, response) => response.end()],
  [
    'an incomplete response',
    /^lima 1 could not be downloaded from http\S+ \(.+\)\. Run the job again\.$/,
    (_, response) => {
      response.writeHead(200, { 'content-length': BYTES.length })
      response.write(BYTES.subarray(0, 1000), () => response.destroy())
    },
  ],
  ['404', /\(the server answered 404\)/, (_, response) => response.writeHead(404).end('not here')],
  [
    'a response that stalls half-way',
    /\(the download took longer than 0.5 s\)/,
    (_, response) => void response.write(BYTES.subarray(0, 1000)),
  ],
  ['no answer at all', /\(the download took longer than 0.5 s\)/, () => {}],
])('%s is rejected, and no file stays', async (_, message, listener) => {
  const url = await serve(listener)
  const problem = { exitCode: 3, message: expect.stringMatching(message) }
  await expect(get(url, 0.5)).rejects.toMatchObject(problem)
  expect(existsSync(file)).toBe(false)
})

test('an unreachable server gives an error message', async () => {
  const url = await serve(() => {})
  server?.close()
  await expect(get(url)).rejects.toThrow(/\(connect ECONNREFUSED/)
})
