import { appendFileSync } from 'node:fs'
import { canonicalize, identify, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import { readStatements, statementFile } from '../store/statements.ts'
import { directoryOfTests, toBytes } from '../testing.ts'
import { expectDescribed, runOfWorkflow, startServer, type TestServer } from './testing.ts'

const { directory, remove } = directoryOfTests()
let server: TestServer
let number = 0
beforeAll(async () => {
  server = await startServer(directory)
})
afterAll(async () => {
  await server.stop()
  remove()
})

/** Returns a run that was not submitted before. */
function another(): RunDocument {
  number += 1
  return runOfWorkflow((document) => document.notes.push({ code: 'number', text: String(number) }))
}

async function submit(): Promise<string> {
  const { id } = (await (await server.submit(another())).json()) as { id: string }
  return id
}

const submitStatement = async (
  statement: Record<string, string>,
  claims: Record<string, unknown> = {},
  id = statement.run,
) =>
  fetch(`${server.address}/api/v1/runs/${id}/statements`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await server.token(identify(statement).hash, claims)}`,
      'content-type': 'application/json',
    },
    body: canonicalize(statement),
  })

test('only the repository that submitted a run can supersede it, also after it was renamed', async () => {
  const [id, by] = [await submit(), await submit()]
  const statement = { run: id, kind: 'superseded', by }
  const stranger = await submitStatement(statement, { repository: 'example/project', repository_id: '666' })
  expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([403, 'other-repository'])
  expect((await submitStatement(statement, { repository: 'renamed/project' })).status).toBe(201)
  expect((await submitStatement(statement)).status).toBe(200)
  expect(readStatements(server.registry, id).map(({ kind }) => kind)).toEqual(['signed', 'superseded'])
  expect(await (await fetch(`${server.address}/runs/${id}`)).text()).toContain(by)
  const statements = await (await fetch(`${server.address}/api/v1/runs/${id}/statements`)).json()
  expectDescribed(statements, 'Statements')
})

test.each([
  ['of another run', { run: 'b'.repeat(26) }, 422],
  ['of an unknown kind', { kind: 'praised' }, 422],
  ['with an unknown member', { extra: 'x' }, 422],
  ['by itself', { by: 'SELF' }, 422],
  ['by an unknown run', { by: 'c'.repeat(26) }, 422],
])('a run is not superseded by a statement %s', async (_name, change, status) => {
  const id = await submit()
  const statement = { run: id, kind: 'superseded', by: id, ...change } as Record<string, string>
  if (statement.by === 'SELF') statement.by = id
  const response = await submitStatement(statement, {}, id)
  expect(response.status).toBe(status)
  expectDescribed(await response.json(), 'Refusal')
  expect(readStatements(server.registry, id)).toHaveLength(1)
})

test('a run that was imported manually cannot be withdrawn over HTTP', async () => {
  const { id } = importDocument(server.registry, toBytes(another()))
  const response = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong' })
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
