import { readdirSync } from 'node:fs'
import { listSuites } from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import type { Layout } from './layout.ts'

const names = readdirSync(new URL('./layouts/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''))

test('every layout but the standard one has the name of a suite, so that a run can have it', () => {
  const suites = listSuites().map(({ suite }) => suite)
  expect(names).toContain('standard')
  for (const name of names.filter((name) => name !== 'standard')) expect(suites).toContain(name)
})

test.each(names)('%s only has data: no function, so another program could read it', async (name) => {
  const { layout } = (await import(`./layouts/${name}.ts`)) as { layout: Layout }
  expect(JSON.parse(JSON.stringify(layout))).toEqual(layout)
})
