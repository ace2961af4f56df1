import { request } from 'node:http'
import { expect, test } from 'vitest'
import { serverOfTests } from './testing.ts'

// A registry without a public address may be private. No page of the web may read it.

const server = await serverOfTests({ baseUrl: null, accepts: false, localHost: '192.0.2.7' })

/** Sends a request with this header `Host`. */
function get(host: string, pathname: string): Promise<{ status: number; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(server.address)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname, headers: { host } }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

test.each(['localhost', 'localhost:4127', 'LOCALHOST', '127.0.0.1:80', '127.8.8.8', '[::1]:4127', '192.0.2.7:4127'])(
  'the host %s is answered',
  async (host) => {
    expect((await get(host, '/')).status).toBe(200)
  },
)

test.each([
  ...['evil.example', 'localhost.evil.example', 'localhost:80@evil', 'localhost@evil', '127.0.0.999', '127.1'],
  ...[':80', 'localhost:x', '127.0.0.1:80:80'],
  ...['127.0.0.1.evil.example', '192.0.2.8', '[::2]', '0.0.0.0'],
])('the host %s gets 421 from every address', async (host) => {
  const addresses = ['/', '/nowhere', '/healthz', '/metrics', '/api/v1/runs', '/api/v1/openapi.json']
  for (const pathname of addresses) expect([pathname, (await get(host, pathname)).status]).toEqual([pathname, 421])
})

test('pages of other origins cannot read the API', async () => {
  const answer = await get('localhost', '/api/v1/runs')
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('pages of other origins cannot load a picture or a script, which would tell them that a registry is served', async () => {
  for (const pathname of ['/', '/nowhere', '/api/v1/runs', '/healthz', '/%zz'])
    expect([pathname, (await get('localhost', pathname)).headers]).toEqual([
      pathname,
      expect.objectContaining({ 'cross-origin-resource-policy': 'same-origin' }),
    ])
  expect((await get('evil.example', '/')).headers).toHaveProperty('cross-origin-resource-policy', 'same-origin')
})
