import { expect, test } from 'vitest'
import { sendJson } from './api-common.ts'
import { createApp } from './create-app.ts'

const TYPES = ['application/json; charset=utf-8', 'text/csv; charset=utf-8', 'image/svg+xml', 'text/html', 'image/png']

/** The header that lets pages of any origin read a response, for each type. */
async function openTypes(localHost: string | null, method: 'GET' | 'POST' = 'GET'): Promise<unknown[]> {
  const app = createApp({ localHost })
  app.route({
    method: ['GET', 'POST'],
    url: '/:type',
    handler: (request, reply) => reply.type(TYPES[Number((request.params as { type: string }).type)] ?? '').send('x'),
  })
  const answers = await Promise.all(TYPES.map((_, type) => app.inject({ method, url: `/${type}` })))
  await app.close()
  return answers.map(({ headers }) => headers['access-control-allow-origin'])
}

test('a connection that sends too slowly is closed, and the number of connections has a limit', async () => {
  const { server } = createApp()
  expect(server).toMatchObject({ requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 10_000 })
  expect(server.maxConnections).toBe(2000)
})

test('an answer has the security headers, and one that must not be cached has no ETag', async () => {
  const app = createApp()
  app.get('/', (_request, reply) => sendJson(reply, { status: 200, headers: {}, body: {} }))
  const { headers } = await app.inject('/')
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  expect(headers).not.toHaveProperty('etag')
})

test('pages of any origin can read the data of a public registry, and of no other', async () => {
  expect(await openTypes(null)).toEqual(['*', '*', '*', undefined, undefined])
  expect(await openTypes(null, 'POST')).toEqual(TYPES.map(() => undefined))
  expect(await openTypes('localhost')).toEqual(TYPES.map(() => undefined))
})
