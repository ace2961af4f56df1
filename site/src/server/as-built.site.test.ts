import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { main } from '../command.ts'
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

/** Stores a run that the built site contains too, as a build would make it, and returns its id. */
async function builtRun(text: string): Promise<string> {
  const id = addRun(text)
  mkdirSync(path.join(server.out, 'runs'), { recursive: true })
  for (const extension of RUN_EXTENSIONS)
    writeFileSync(path.join(server.out, 'runs', `${id}.${extension}`), 'as it was built')
  markBuilt(server.out, server.registry, BASE)
  await setTimeout(20) // The times of files have steps of several ms.
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
  const built = await builtRun('built')
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

test('a fault of the operator’s files is not called damage of a run', async () => {
  const id = addRun('beside a broken file')
  const root = path.join(server.registry.directory, 'trusted-root.jsonl')
  writeFileSync(root, 'garbage')
  const answer = await fetch(`${server.address}/runs/${id}`)
  rmSync(root)
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('The registry is set up wrong.')])
  expect((await fetch(`${server.address}/runs/${id}`)).status).toBe(200)
})

const get = async (address: string) => {
  const response = await fetch(`${server.address}${address}`)
  return { status: response.status, cache: response.headers.get('cache-control'), body: await response.text() }
}

const runCommand = (...args: string[]) => main([...args, '--registry', server.registry.directory])

test('a run that a command deletes disappears from pages, files and API at once', async () => {
  const id = await builtRun('deleted')
  const addresses = [
    `/runs/${id}`,
    `/runs/${id}.html`,
    `/runs/${id}.json`,
    `/runs/${id}.csv`,
    `/runs/%${hex(id)}${id.slice(1)}.csv`,
  ]
  for (const address of addresses)
    expect([address, await get(address)]).toMatchObject([address, { status: 200, body: 'as it was built' }])
  expect((await get(`/runs/${id}.json`)).cache).toBe('public, max-age=3600')
  expect((await get(`/api/v1/runs/${id}`)).status).toBe(200)
  expect(await runCommand('delete', id, '--reason', 'a name')).toBe(0)
  for (const address of addresses) {
    const { status, body } = await get(address)
    expect([address, status]).toEqual([address, 410])
    expect(body).not.toContain('as it was built')
  }
  expect((await get(`/runs/${id}`)).body).toContain('This run was deleted')
  const answer = await get(`/api/v1/runs/${id}`)
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([410, 'deleted-run'])
  expect((await get(`/api/v1/runs/${id}/statements`)).status).toBe(200)
})

function hex(id: string): string {
  return id.charCodeAt(0).toString(16)
}

test('a statement that a command adds is on the page of the run at once', async () => {
  const id = await builtRun('withdrawn')
  expect((await get(`/runs/${id}`)).body).toBe('as it was built')
  expect(await runCommand('withdraw', id, '--reason', 'a wrong clock')).toBe(0)
  expect((await get(`/runs/${id}`)).body).toContain('a wrong clock')
})
