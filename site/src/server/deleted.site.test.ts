import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { main } from '../command.ts'
import { markBuilt } from '../commands/testing.ts'
import { RUN_EXTENSIONS } from '../run-page/files.ts'
import { importDocument } from '../store/import.ts'
import { exampleRun, toBytes } from '../testing.ts'
import { BASE, serverOfTests } from './testing.ts'

const server = await serverOfTests()

/** Stores a run and adds its page to the built site, as a build would. Returns the id of the run. */
async function builtRun(text: string): Promise<string> {
  const { id } = importDocument(
    server.registry,
    toBytes(exampleRun(({ notes }) => notes.push({ code: 'number', text }))),
  )
  mkdirSync(path.join(server.out, 'runs'), { recursive: true })
  for (const extension of RUN_EXTENSIONS)
    writeFileSync(path.join(server.out, 'runs', `${id}.${extension}`), 'as it was built')
  markBuilt(server.out, server.registry, BASE)
  await setTimeout(20) // The times of files have steps of several ms.
  return id
}

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
