import { readdirSync } from 'node:fs'
import path from 'node:path'
import { canonicalize, identify } from '@plimsoll/schema'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { BASE, expectDescribed, runOfWorkflow, startServer, type TestServer } from './testing.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer(temporaryDirectory())
})
afterEach(() => server.stop())

test('a submitted document is available at its permalink at once, as a page and as the bytes, with its provenance level', async () => {
  const document = runOfWorkflow()
  const response = await server.submit(document)
  expect(response.status).toBe(201)
  const accepted = (await response.json()) as Record<string, string>
  expectDescribed(accepted, 'SubmissionResult')
  expect(accepted.permalink).toBe(`${BASE}runs/${accepted.id}`)
  expect(response.headers.get('location')).toBe(accepted.permalink)

  const page = await fetch(`${server.address}/runs/${accepted.id}`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('signed by repository')
  expect(html).toContain(identify(document).hash)
  const bytes = await fetch(`${server.address}/runs/${accepted.id}.json`)
  expect(await bytes.text()).toBe(canonicalize(document))

  const again = await server.submit(document)
  expect([again.status, ((await again.json()) as typeof accepted).permalink]).toEqual([200, accepted.permalink])
})

test('a submitted run appears in the lists', async () => {
  const { id } = (await (await server.submit(runOfWorkflow())).json()) as { id: string }
  await server.stop()
  server = await startServer(path.dirname(server.registry.directory))
  const { runs } = (await (await fetch(`${server.address}/api/v1/runs?project=Example/Project`)).json()) as {
    runs: { id: string; provenanceLevel: string }[]
  }
  expect(runs.map((run) => [run.id, run.provenanceLevel])).toEqual([[id, 'signed by repository']])
})

test('the response to a rejected document has a code, a sentence and pointers, and nothing is stored', async () => {
  const broken = runOfWorkflow((document) => {
    ;(document as unknown as Record<string, unknown>).extra = 1
  })
  const response = await server.submit(broken)
  expect(response.status).toBe(422)
  const refusal = (await response.json()) as { errors: { pointer: string }[] }
  expectDescribed(refusal, 'Refusal')
  expect(refusal.errors[0]?.pointer).toBe('/extra')
  expect(readdirSync(server.registry.documents)).toEqual([])
  const without = await fetch(`${server.address}/api/v1/runs`, { method: 'POST', body: '{}' })
  expect(without.status).toBe(401)
  expect(without.headers.get('www-authenticate')).toContain('Bearer')
})

test('the log contains no token', async () => {
  const document = runOfWorkflow()
  const secret = await server.token(identify(document).hash)
  await server.submit(document, { authorization: `Bearer ${secret}` })
  await server.submit(document, { authorization: `Bearer ${secret}x` })
  expect(JSON.stringify(server.logged)).not.toContain(secret.split('.')[2])
  expect(server.logged.map(({ event, facts }) => [event, facts.route, facts.status])).toEqual([
    ['request', 'api-runs', 201],
    ['request', 'api-runs', 401],
  ])
})
