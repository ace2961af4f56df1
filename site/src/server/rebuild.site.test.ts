import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryOfTests } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

// These tests run a real build.

const { directory, remove } = directoryOfTests()
let server: TestServer
let first: string
beforeAll(async () => {
  server = await startServer(directory, { rebuildAfter: 2 })
  first = await submit('first')
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function submit(text: string): Promise<string> {
  const response = await server.submit(runOfWorkflow(({ notes }) => notes.push({ code: 'number', text })))
  return ((await response.json()) as { id: string }).id
}

const page = async (pathname: string) => (await fetch(`${server.address}${pathname}`)).text()

const events = (name: string) => server.logged.filter(({ event }) => event === name)

test('a submitted run is on the home page after the site was rebuilt', async () => {
  expect((await page('/')).includes(first)).toBe(false)
  await expect.poll(() => events('built'), { interval: 200 }).toHaveLength(1)
  expect((await page('/')).includes(`runs/${first}"`)).toBe(true)
  expect(await page(`/runs/${first}`)).toContain('signed by repository')
  expect(await page('/metrics')).toContain('plimsoll_builds_total{outcome="built"} 1')
}, 400_000)

test('a failed build leaves the site unchanged, is logged, counted and repeated', async () => {
  writeFileSync(path.join(server.out, 'not-from-a-build.txt'), 'not ours')
  const before = await page('/')
  const second = await submit('second')
  await expect.poll(() => events('build-failed').length, { interval: 200 }).toBeGreaterThan(1)
  expect(events('build-failed')[0]).toMatchObject({
    level: 'error',
    facts: { message: expect.stringContaining('not-from-a-build.txt') },
  })
  expect((await page('/')) === before).toBe(true)
  expect(await page(`/runs/${second}`)).toContain('signed by repository')
  expect(await page('/metrics')).toMatch(/plimsoll_builds_total\{outcome="failed"\} [1-9]/)
}, 400_000)
