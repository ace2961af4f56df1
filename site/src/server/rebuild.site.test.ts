import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runOfWorkflow, serverOfTests } from './testing.ts'

// A build that succeeds takes longer: see rebuild.full.test.ts.

const server = await serverOfTests({ rebuildAfter: 1 })

const page = async (pathname: string) => (await fetch(`${server.address}${pathname}`)).text()

const events = (name: string) => server.logged.filter(({ event }) => event === name)

test('a submitted run makes a build due; one that fails leaves the site unchanged, is logged, counted and repeated', async () => {
  writeFileSync(path.join(server.out, 'not-from-a-build.txt'), 'not ours')
  const before = await page('/')
  const { id } = (await (await server.submit(runOfWorkflow())).json()) as { id: string }
  // The submission requests one build, and the watch of the registry a second one.
  await expect.poll(() => events('build-failed').length, { interval: 200 }).toBeGreaterThan(2)
  expect(events('build-failed')[0]).toMatchObject({
    level: 'error',
    facts: { message: expect.stringContaining('not-from-a-build.txt') },
  })
  expect((await page('/')) === before).toBe(true)
  expect(await page(`/runs/${id}`)).toContain('signed by repository')
  expect(await page('/metrics')).toMatch(/plimsoll_builds_total\{outcome="failed"\} [1-9]/)
})
