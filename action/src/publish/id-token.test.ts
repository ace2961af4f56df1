import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { idTokens } from './id-token.ts'

let server: Server
let address: string
let asked: { url: string; authorization: string | undefined }[]
let reply: { status: number; body: string }

beforeEach(async () => {
  asked = []
  reply = { status: 200, body: '{"value":"a.b.c"}' }
  server = createServer((request, response) => {
    asked.push({ url: String(request.url), authorization: request.headers.authorization })
    response.writeHead(reply.status).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as { port: number }).port}/token?api-version=2.0`
})
afterEach(() => server.close())

const environment = () => ({ ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'right' })

test("a token is requested for its audience with the runner's credentials", async () => {
  expect(await idTokens(environment())?.('sigstore & more')).toBe('a.b.c')
  expect(asked).toEqual([{ url: '/token?api-version=2.0&audience=sigstore+%26+more', authorization: 'Bearer right' }])
})

test("without the runner's credentials there are no tokens", () => {
  expect(idTokens({})).toBeNull()
  expect(idTokens({ ...environment(), ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' })).toBeNull()
  expect(idTokens({ ...environment(), ACTIONS_ID_TOKEN_REQUEST_URL: 'nonsense' })).toBeNull()
})

test('after three failures there is an error without secrets', async () => {
  reply = { status: 500, body: 'right' }
  const failure = await idTokens(environment())?.('x').catch((error: Error) => error)
  expect(failure).toMatchObject({ exitCode: 3 })
  expect(String(failure)).toContain('it answers 500')
  expect(String(failure)).not.toContain('right.')
  expect(asked).toHaveLength(3)
})
