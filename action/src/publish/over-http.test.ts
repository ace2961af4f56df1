import { createServer, type IncomingMessage, type Server } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { submitOverHttp } from './over-http.ts'

const ID = 'a'.repeat(26)
const BYTES = Buffer.from('{"a":\n1}')
const BUNDLE = Buffer.from('{"bundle":1}')

interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

let server: Server
let registry: string
let replies: Reply[]
let seen: { request: IncomingMessage; body: Buffer }[]
let waited: number[]

beforeEach(async () => {
  replies = []
  seen = []
  waited = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push({ request, body: Buffer.concat(chunks) })
    const { status, body = {}, headers = {} } = replies.shift() ?? { status: 500 }
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registry = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const publish = () =>
  submitOverHttp(
    { bytes: BYTES, bundle: BUNDLE },
    {
      registry,
      sleep: async (milliseconds) => {
        waited.push(milliseconds)
      },
    },
  )

const taken = (): Reply => ({
  status: 201,
  body: { permalink: `${registry}/runs/${ID}`, provenanceLevel: 'signed by repository', id: ID },
})

test('the bundle and the bytes are submitted as they are, the bundle in the first line, and without a token', async () => {
  replies = [taken()]
  expect(await publish()).toEqual({
    permalink: `${registry}/runs/${ID}`,
    provenanceLevel: 'signed by repository',
    added: true,
  })
  const [{ request, body }] = seen as [(typeof seen)[0]]
  expect(request.url).toBe('/api/v1/runs')
  expect(request.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' })
  expect(request.headers.authorization).toBeUndefined()
  expect(String(gunzipSync(body))).toBe('{"bundle":1}\n{"a":\n1}')
})

test('an existing document is a success', async () => {
  replies = [{ ...taken(), status: 200 }]
  expect((await publish()).added).toBe(false)
})

test('a failing registry is retried with the same body, after the requested time if it names one', async () => {
  replies = [{ status: 502 }, { status: 429, headers: { 'retry-after': '7' } }, taken()]
  expect((await publish()).added).toBe(true)
  expect(waited).toEqual([1000, 7000])
  expect(new Set(seen.map(({ body }) => body.toString('hex'))).size).toBe(1)
})

test('after four tries there is an error', async () => {
  await expect(publish()).rejects.toMatchObject({ exitCode: 3 })
  expect(seen).toHaveLength(4)
})

test('an answer without end is an error, and is not requested again', async () => {
  replies = [{ status: 201, body: ' '.repeat(17 * 2 ** 20) }]
  await expect(publish()).rejects.toThrow(/gave no answer that is read: it has more than 16 MiB\. Check the address/)
  expect(seen).toHaveLength(1)
})

test('a wait of an hour is an error', async () => {
  replies = [{ status: 429, headers: { 'retry-after': '3600' }, body: { message: 'Later.' } }]
  await expect(publish()).rejects.toThrow(/rejected the document: Later\./)
  expect(waited).toEqual([])
})

test("a rejection is printed with the registry's message, without control characters, and not retried", async () => {
  replies = [{ status: 422, body: { message: 'This is \u001b[31mnot valid.' } }]
  await expect(publish()).rejects.toMatchObject({
    exitCode: 2,
    message: `The registry ${registry} rejected the document: This is �[31mnot valid.`,
  })
  expect(seen).toHaveLength(1)
})

test.each(['https://evil.example/runs/aaaaaaaaaaaaaaaaaaaaaaaaaa', 'javascript:alert(1)', ID, undefined])(
  'a permalink to another address (%s) is ignored',
  async (permalink) => {
    replies = [{ status: 201, body: { permalink } }]
    await expect(publish()).rejects.toThrow(/it answers 201/)
  },
)

test('the run is not sent to a redirect target', async () => {
  replies = [1, 2, 3, 4].map(() => ({ status: 307, headers: { location: `${registry}/elsewhere` } }))
  await expect(publish()).rejects.toMatchObject({ exitCode: 3 })
  expect(seen.map(({ request }) => request.url)).toEqual([
    '/api/v1/runs',
    '/api/v1/runs',
    '/api/v1/runs',
    '/api/v1/runs',
  ])
})
