import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryOfTests } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

const { directory, remove } = directoryOfTests()
let server: TestServer
beforeAll(async () => {
  server = await startServer(directory)
})
afterAll(async () => {
  await server.stop()
  remove()
})

test.each([
  ['DELETE', '/api/v1/runs', 'GET, HEAD, POST'],
  ['PUT', `/api/v1/runs/${'a'.repeat(26)}/statements`, 'GET, HEAD, POST'],
  ['POST', `/api/v1/runs/${'a'.repeat(26)}`, 'GET, HEAD'],
  ['POST', '/api/v1/history', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/metrics', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
])('%s %s gets 405 with the allowed methods', async (method, pathname, allowed) => {
  const response = await fetch(`${server.address}${pathname}`, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
})

test('HEAD has the status of GET and no body', async () => {
  for (const pathname of ['/healthz', '/metrics', '/api/v1/runs']) {
    const response = await fetch(`${server.address}${pathname}`, { method: 'HEAD' })
    expect([pathname, response.status, await response.text()]).toEqual([pathname, 200, ''])
  }
})

test('names of encodings and character sets are case-insensitive', async () => {
  const headers = { 'content-type': 'Application/JSON; charset="UTF-8"', 'content-encoding': 'GZIP' }
  expect((await server.submit(runOfWorkflow(), headers)).status).toBe(201)
})
