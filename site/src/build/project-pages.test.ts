import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Template } from '../page/template.ts'
import { importDocument } from '../store/import.ts'
import { addStatement } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { writeRecord } from './made-files.ts'
import { planProjects } from './project-pages.ts'

const TEMPLATE: Template = { version: 1, stylesheet: 'site.aaaaaaaaaaaa.css', scripts: {}, baseUrl: null }
const BOTH = ['example/one.html', 'example/two.html']

test('only projects with a new run or a new statement about a run have a page that is due', async () => {
  const registry = temporaryRegistry()
  const site = temporaryDirectory()
  const importRun = (repository: string, seed: number) =>
    importDocument(
      registry,
      toBytes(
        exampleRun((run) =>
          Object.assign(run, { design: { ...run.design, seed }, source: { ...run.source, repository } }),
        ),
      ),
    )
  const [first] = [importRun('Example/one', 1), importRun('example/two', 2)]
  expect(await make()).toEqual(BOTH)
  expect(await make()).toEqual([])
  importRun('example/ONE', 3)
  expect(await make()).toEqual(['example/one.html'])
  addStatement(registry, first.id, { kind: 'withdrawn', reason: 'wrong image', at: '2026-01-01T00:00:00Z' })
  expect(await make()).toEqual(['example/one.html'])
  expect(await make({ ...TEMPLATE, stylesheet: 'site.bbbbbbbbbbbb.css' })).toEqual(BOTH)

  /** Makes the pages that are due, and returns their names. */
  async function make(template = TEMPLATE): Promise<string[]> {
    await synchronizeIndex(registry)
    const plan = await planProjects(registry, site, template)
    mkdirSync(path.join(site, 'projects/example'), { recursive: true })
    for (const name of plan.due.keys()) writeFileSync(path.join(site, 'projects', name), name)
    writeRecord(site, plan)
    return [...plan.due.keys()].sort()
  }
})
