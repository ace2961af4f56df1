import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryOfTests } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

const { directory, remove } = directoryOfTests()
const RUN = runOfWorkflow()
const { id } = identify(RUN)
let server: TestServer

beforeAll(async () => {
  server = await startServer(directory)
  expect((await server.submit(RUN)).status).toBe(201)
})
afterAll(async () => {
  await server.stop()
  remove()
})

test('a short id leads to a list of the runs that begin so, and never redirects', async () => {
  const address = `${server.address}/runs/${id.slice(0, 10)}`
  await expect.poll(async () => (await fetch(address)).status).toBe(200)
  const answer = await fetch(address, { redirect: 'error' })
  const text = await answer.text()
  expect(text).toContain(`<a href="../runs/${id}">`)
  expect(text).toContain(`<code>${id}</code>`)
  expect(text).toContain('<meta name="robots" content="noindex"/>')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('letters that no id begins with, too few letters and other characters get 404', async () => {
  const other = id.startsWith('a') ? 'b' : 'a'
  for (const letters of [other.repeat(10), id.slice(0, 9), `${id.slice(0, 9)}1`, `${id.slice(0, 10).toUpperCase()}`])
    expect([letters, (await fetch(`${server.address}/runs/${letters}`)).status]).toEqual([letters, 404])
  expect((await fetch(`${server.address}/runs/${id.slice(0, 10)}`, { method: 'POST' })).status).toBe(405)
})
