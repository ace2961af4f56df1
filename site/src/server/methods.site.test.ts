import { request } from 'node:http'
import { expect, test } from 'vitest'
import { runOfWorkflow, serverOfTests } from './testing.ts'

const server = await serverOfTests()

/** Sends a request with any method, and returns the status and the header `Allow`. */
function send(method: string, path: string): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    request(server.address, { method, path }, (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.allow]))
    })
      .on('error', reject)
      .end()
  })
}

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

test('methods that the server does not know get 405, and nothing is logged as an error', async () => {
  for (const method of ['QUERY', 'PROPFIND', 'MKCOL', 'LINK', 'M-SEARCH'])
    for (const pathname of ['/', '/nowhere', '/api/v1/runs', '/healthz']) {
      const [status, allowed] = await send(method, pathname)
      expect([method, pathname, status, allowed]).toEqual([method, pathname, 405, expect.stringContaining('GET, HEAD')])
    }
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('a content type that cannot be read is refused with a sentence, and nothing is logged as an error', async () => {
  const response = await fetch(`${server.address}/healthz`, { method: 'POST', headers: { 'content-type': 'x' } })
  expect([response.status, await response.text()]).toEqual([415, expect.stringMatching(/media type/i)])
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('HEAD has the status of GET and no body', async () => {
  for (const pathname of ['/healthz', '/metrics', '/api/v1/runs']) {
    const response = await fetch(`${server.address}${pathname}`, { method: 'HEAD' })
    expect([pathname, response.status, await response.text()]).toEqual([pathname, 200, ''])
  }
})

test('names of encodings and character sets are case-insensitive', async () => {
  const headers = { 'content-type': 'Application/JSON; charset="UTF-8"', 'content-encoding': 'GZIP' }
  expect((await server.submit(runOfWorkflow(), { headers })).status).toBe(201)
})
