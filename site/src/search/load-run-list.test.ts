import { expect, onTestFinished, test, vi } from 'vitest'
import { REGISTRY_VARIABLE } from '../page-parts/build-context.ts'
import { TEMPLATE_VARIABLE } from '../page-parts/template.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, TEMPLATE, temporaryRegistry, toBytes } from '../testing.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { loadRunListPage } = await import('./load-run-list.ts')

test('the page of the newest runs and the pages of older runs together have every run once, newest first', async () => {
  const registry = temporaryRegistry()
  vi.stubEnv(REGISTRY_VARIABLE, registry.directory)
  vi.stubEnv(TEMPLATE_VARIABLE, JSON.stringify(TEMPLATE))
  onTestFinished(() => void vi.unstubAllEnvs())
  const made: string[] = []
  const seen: Record<number, number[]> = {}
  for (const count of [1, 59, 60, 89, 90, 95]) {
    while (made.length < count) {
      // Several runs start on the same day.
      const day = `2026-01-${10 + ((made.length * 7) % 12)}T00:00:00Z`
      const run = exampleRun((document) => {
        Object.assign(document, { startedAt: day, finishedAt: day })
        document.notes.push({ code: 'number', text: String(made.length) })
      })
      made.push(`${9999 - Number(day.slice(8, 10))} ${importDocument(registry, toBytes(run)).id}`)
    }
    await synchronizeIndex(registry)
    const newest = await loadRunListPage(null)
    const pages = [newest.runs]
    for (let page = newest.olderPageCount; page > 0; page -= 1) pages.push((await loadRunListPage(page)).runs)
    seen[count] = pages.map(({ length }) => length)
    const expected = made.toSorted().map((line) => line.split(' ')[1])
    expect(pages.flat().map(({ id }) => id)).toEqual(expected)
  }
  expect(seen).toEqual({ 1: [1], 59: [59], 60: [30, 30], 89: [59, 30], 90: [30, 30, 30], 95: [35, 30, 30] })
})
