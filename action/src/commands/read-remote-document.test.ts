import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadDocument } from './read-remote-document.ts'

const RUN = readFileSync(new URL('../../../examples/run.json', import.meta.url), 'utf8')
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/runs/a.json') response.end(RUN)
    else if (url === '/runs/other.json') response.end('{"a": 1}')
    else if (url === '/runs/endless.json') response.end(Buffer.alloc(65 * 2 ** 20))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test.each(['/runs/a', '/runs/a/', '/runs/a.html', '/runs/a.json'])('%s is the address of a document', async (path) => {
  expect((await downloadDocument(origin + path)).document).toEqual(JSON.parse(RUN))
})

test.each([
  ['/runs/none', 3, 'the server answered 404'],
  ['/runs/endless', 3, 'it has more than 64 MiB'],
  ['/runs/other', 2, 'is not a valid run document'],
])('%s is a clear error', async (path, exitCode, message) => {
  await expect(downloadDocument(origin + path)).rejects.toMatchObject({
    exitCode,
    message: expect.stringContaining(message),
  })
})

test('an address that is none is bad input', async () => {
  await expect(downloadDocument('http://')).rejects.toMatchObject({ exitCode: 2 })
})
