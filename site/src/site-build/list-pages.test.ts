import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Template } from '../page-parts/template.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import { addStatement } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { writeRecord } from './made-files.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { planLists } = await import('./list-pages.ts')

const TEMPLATE: Template = { version: 1, stylesheet: 'site.aaaaaaaaaaaa.css', scripts: {}, baseUrl: null }
const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

test('a new run changes no page of older runs, unless it fills one or belongs on one', async () => {
  const [registry, site] = [temporaryRegistry(), temporaryDirectory()]
  const importDays = (from: number, to: number, engine?: string) =>
    Array.from({ length: to - from }, (_, index) => {
      const startedAt = new Date(FIRST_DAY + (from + index) * DAY_MS).toISOString().replace('.000', '')
      const document = exampleRun((run) => {
        Object.assign(run, { startedAt, finishedAt: startedAt })
        if (engine !== undefined) for (const one of run.engines) one.product = engine
      })
      return importDocument(registry, toBytes(document)).id
    })
  const build = async (template = TEMPLATE) => {
    await synchronizeIndex(registry)
    const plan = await planLists(registry, site, template)
    mkdirSync(path.join(site, 'runs', 'page'), { recursive: true })
    for (const name of plan.due.keys()) writeFileSync(path.join(site, 'runs', 'page', name), name)
    writeRecord(site, plan)
    return [...plan.due.keys()]
  }
  const ids = importDays(0, 90)
  expect(await build()).toEqual(['1.html', '2.html'])
  expect(await build()).toEqual([])
  importDays(90, 119)
  expect(await build()).toEqual([])
  importDays(119, 120)
  expect(await build()).toEqual(['2.html', '3.html'])
  // The first and the last run of a page, and one between them.
  for (const [day, page] of [
    [0, 1],
    [7, 1],
    [29, 1],
    [30, 2],
  ] as const) {
    addStatement(registry, ids[day] ?? '', { kind: 'withdrawn', reason: 'wrong image', at: '2026-01-01T00:00:00Z' })
    expect([day, await build()]).toEqual([day, [`${page}.html`]])
  }
  rmSync(path.join(site, 'runs', 'page', '2.html'))
  expect(await build()).toEqual(['2.html'])
  const all = ['1.html', '2.html', '3.html']
  importDays(120, 121, 'Another Engine')
  expect(await build()).toEqual(all)
  importDays(-1, 0)
  expect(await build()).toEqual(all)
  expect(await build({ ...TEMPLATE, stylesheet: 'site.bbbbbbbbbbbb.css' })).toEqual(all)
})
