import { readdirSync } from 'node:fs'
import { canonicalize, identify, type RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { BASE, expectDescribed, runOfWorkflow, serverOfTests } from './testing.ts'

// One server for all tests: a start takes two seconds of processor time.

const server = await serverOfTests()

/** Returns a run that no other test submits. */
function newRun(text: string): RunDocument {
  return runOfWorkflow(({ notes }) => notes.push({ code: 'test', text }))
}

test('a submitted document is available at its permalink at once, as a page and as the bytes, with its provenance level', async () => {
  const document = newRun('permalink')
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
  const { id } = (await (await server.submit(newRun('list'))).json()) as { id: string }
  const listed = async () => {
    const { runs } = (await (await fetch(`${server.address}/api/v1/runs?project=Example/Project`)).json()) as {
      runs: { id: string; provenanceLevel: string }[]
    }
    return runs.filter((run) => run.id === id).map(({ provenanceLevel }) => provenanceLevel)
  }
  await expect.poll(listed).toEqual(['signed by repository'])
})

test('the response to a rejected document has a code, a sentence and pointers, and nothing is stored', async () => {
  const broken = { ...newRun('rejected'), extra: 1 }
  const before = readdirSync(server.registry.documents)
  const response = await server.submit(broken)
  expect(response.status).toBe(422)
  const refusal = (await response.json()) as { errors: { pointer: string }[] }
  expectDescribed(refusal, 'Refusal')
  expect(refusal.errors[0]?.pointer).toBe('/extra')
  expect(readdirSync(server.registry.documents)).toEqual(before)
})

test('the log contains nothing of a submission, not even of a rejected one', async () => {
  const document = newRun('secret')
  server.logged.length = 0
  await server.submit(document)
  await server.submit(document, { claims: { sha: 'b'.repeat(40) } })
  await server.submit(document, { headers: { 'content-type': 'text/plain' } })
  expect(JSON.stringify(server.logged)).not.toMatch(/secret|example|dsseEnvelope|[0-9a-f]{40}/)
  expect(server.logged.map(({ event, facts }) => [event, facts.route, facts.status])).toEqual([
    ['request', 'api-runs', 201],
    ['request', 'api-runs', 403],
    ['request', 'api-runs', 415],
  ])
})
