import { appendFileSync, readdirSync } from 'node:fs'
import { canonicalize, identify, type RunDocument, type SubmissionAction } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { type Claims, submissionOf } from '../provenance/testing.ts'
import { importDocument } from '../store/import.ts'
import { readStatements, statementFile } from '../store/statements.ts'
import { toBytes } from '../testing.ts'
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

let number = 0

/** Returns a run that was not submitted before. */
function another(): RunDocument {
  number += 1
  return newRun(String(number))
}

async function submit(): Promise<RunDocument> {
  const document = another()
  expect((await server.submit(document)).status).toBe(201)
  return document
}

/** Signs a statement about a run, and submits it. @param claims those claims that differ from the usual ones */
async function state(document: RunDocument, action: SubmissionAction, claims: Claims = {}): Promise<Response> {
  const { hash, registry, allowPrivate } = submissionOf(document)
  return post(document, await server.sigstore.sign({ hash, registry, allowPrivate, ...action }, { claims }))
}

function post(document: RunDocument, bundle: Buffer): Promise<Response> {
  return fetch(`${server.address}/api/v1/runs/${identify(document).id}/statements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array(bundle),
  })
}

test('only the repository that submitted a run can supersede it, also after it was renamed', async () => {
  const document = await submit()
  const [{ id }, { id: by }] = [identify(document), identify(await submit())]
  const statement = { action: 'supersede', by } as const
  const stranger = await state(document, statement, { repository: 'example/project', repository_id: '666' })
  expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([403, 'other-repository'])
  expect((await state(document, statement, { repository: 'renamed/project' })).status).toBe(201)
  expect((await state(document, statement)).status).toBe(200)
  expect(readStatements(server.registry, id).map(({ kind }) => kind)).toEqual(['submitted', 'superseded'])
  expect(await (await fetch(`${server.address}/runs/${id}`)).text()).toContain(by)
  const statements = await (await fetch(`${server.address}/api/v1/runs/${id}/statements`)).json()
  expectDescribed(statements, 'Statements')
})

test.each([
  ['by an unknown run', () => ({ action: 'supersede', by: 'c'.repeat(26) }), 422],
  ['of an unknown kind', () => ({ action: 'praise', by: 'c'.repeat(26) }), 403],
])('a run is not superseded by a statement %s', async (_name, actionOf, status) => {
  const document = await submit()
  const { id } = identify(document)
  const response = await state(document, actionOf() as SubmissionAction)
  expect(response.status).toBe(status)
  expectDescribed(await response.json(), 'Refusal')
  expect(readStatements(server.registry, id)).toHaveLength(1)
})

test('a run that was imported manually cannot be withdrawn over HTTP', async () => {
  const document = another()
  importDocument(server.registry, toBytes(document))
  const response = await state(document, { action: 'withdraw', reason: 'wrong' })
  expect(response.status).toBe(403)
})

test('a run with a damaged statement is not shown, and submissions for it are rejected', async () => {
  const document = another()
  const { id } = (await (await server.submit(document)).json()) as { id: string }
  appendFileSync(statementFile(server.registry, id), '{"kind":"tombston\n')
  const answers = [
    await fetch(`${server.address}/api/v1/runs/${id}`),
    await fetch(`${server.address}/api/v1/runs/${id}/statements`),
    await server.submit(document),
  ]
  for (const answer of answers) {
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'damaged-statements'])
  }
})
