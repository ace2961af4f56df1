import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { markBuilt } from '../commands/testing.ts'
import { RUN_EXTENSIONS } from '../run-page/files.ts'
import { importDocument } from '../store/import.ts'
import { statementFile } from '../store/statements.ts'
import { exampleRun, toBytes } from '../testing.ts'
import { BASE, serverOfTests } from './testing.ts'

const server = await serverOfTests()

function addRun(text: string): string {
  return importDocument(server.registry, toBytes(exampleRun(({ notes }) => notes.push({ code: 'number', text })))).id
}

/** Stores a run that the built site contains too, and returns its id. */
function builtRun(): string {
  const id = addRun('built')
  mkdirSync(path.join(server.out, 'runs'), { recursive: true })
  for (const extension of RUN_EXTENSIONS)
    writeFileSync(path.join(server.out, 'runs', `${id}.${extension}`), 'as it was built')
  markBuilt(server.out, server.registry, BASE)
  return id
}

const HEADERS = [
  'content-security-policy',
  'content-type',
  'content-encoding',
  'cache-control',
  'vary',
  'referrer-policy',
  'x-content-type-options',
]

test('a file of a run has the same headers before and after a build', async () => {
  const built = builtRun()
  const added = addRun('new')
  for (const extension of ['', ...RUN_EXTENSIONS.map((extension) => `.${extension}`)]) {
    const [before, after] = await Promise.all(
      [added, built].map((id) => fetch(`${server.address}/runs/${id}${extension}`)),
    )
    const headers = (response?: Response) => HEADERS.map((name) => [name, response?.headers.get(name)])
    expect([extension, before?.status, ...headers(before)]).toEqual([extension, 200, ...headers(after)])
    expect((await before?.text())?.includes('as it was built')).toBe(false)
    expect(await after?.text()).toBe('as it was built')
  }
  const picture = await fetch(`${server.address}/runs/${added}.svg`)
  expect(picture.headers.get('content-security-policy')).toContain("style-src 'unsafe-inline'")
})

test('the API compresses responses, and their ETag is weak', async () => {
  const id = addRun('compressed')
  const get = (encoding: string) =>
    fetch(`${server.address}/api/v1/runs/${id}`, { headers: { 'accept-encoding': encoding } })
  const [compressed, plain] = [await get('gzip'), await get('identity')]
  expect([compressed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
  expect(compressed.headers.get('etag')).toMatch(/^W\/"/)
  expect(compressed.headers.get('etag')).toBe(plain.headers.get('etag'))
  expect(await compressed.text()).toBe(await plain.text())
})

test('an error while serving a run is logged with its code, and counted', async () => {
  const id = addRun('damaged')
  writeFileSync(statementFile(server.registry, id), 'nothing\n')
  expect((await fetch(`${server.address}/runs/${id}`)).status).toBe(503)
  const metrics = await (await fetch(`${server.address}/metrics`)).text()
  expect(metrics).toContain('plimsoll_request_duration_seconds_count{route="damaged-run",status="503"} 1')
  const logged = server.logged.filter(({ event, facts }) => event !== 'request' || facts.route === 'damaged-run')
  expect(logged.map(({ level, event, facts }) => [level, event, facts.status])).toEqual([
    ['error', 'damaged-statements', undefined],
    ['info', 'request', 503],
  ])
})
