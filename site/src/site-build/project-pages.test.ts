import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { expect, onTestFinished, test } from 'vitest'
import type { Template } from '../page-parts/template.ts'
import { importSigned, startSigstore } from '../provenance/testing.ts'
import { bundleFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { addStatement } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { writeRecord } from './made-files.ts'
import { planProjects } from './project-pages.ts'

const TEMPLATE: Template = { version: 1, stylesheet: 'site.aaaaaaaaaaaa.css', scripts: {}, baseUrl: null }
const BOTH = ['example/one.html', 'example/two.html']

test('only names with a new run or a new statement about a run have a page that is due', async () => {
  const registry = temporaryRegistry()
  const make = buildsOf(registry)
  const importRun = (repository: string, seed: number) => importDocument(registry, toBytes(runOf(repository, seed)))
  const [first] = [importRun('Example/one', 1), importRun('example/two', 2)]
  expect(await make()).toEqual(BOTH)
  expect(await make()).toEqual([])
  importRun('example/ONE', 3)
  expect(await make()).toEqual(['example/one.html'])
  addStatement(registry, first.id, { kind: 'withdrawn', reason: 'wrong image', at: '2026-01-01T00:00:00Z' })
  expect(await make()).toEqual(['example/one.html'])
  expect(await make({ ...TEMPLATE, stylesheet: 'site.bbbbbbbbbbbb.css' })).toEqual(BOTH)
})

test('a run of a stranger with the name of a project changes the page of the name, and not that of the project', async () => {
  const registry = temporaryRegistry()
  const make = buildsOf(registry)
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  let seed = 0
  const sign = (repository: string, id: string) => {
    seed += 1
    return importSigned(registry, sigstore, runOf(repository, seed), { repository_id: id })
  }
  await sign('example/one', '1001')
  expect(await make()).toEqual(['example/one.html', 'id/1001.html'])
  await sign('example/one', '6666')
  expect(await make()).toEqual(['example/one.html', 'id/6666.html'])
  importDocument(registry, toBytes(runOf('example/one', 100)))
  expect(await make()).toEqual(['example/one.html'])
  // The page of the old name shows the new name of the project.
  await sign('example/two', '1001')
  expect(await make()).toEqual(['example/one.html', 'example/two.html', 'id/1001.html'])
  importDocument(registry, toBytes(runOf('id/1001', 101)))
  expect(await make()).toEqual([])
})

test('a bundle that arrives or goes changes the page of the project', async () => {
  const registry = temporaryRegistry()
  const make = buildsOf(registry)
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  importDocument(registry, toBytes(runOf('example/one', 1)))
  expect(await make()).toEqual(['example/one.html'])
  const id = await importSigned(registry, sigstore, runOf('example/one', 1))
  expect(await make()).toEqual(['example/one.html', 'id/1001.html'])
  rmSync(bundleFile(registry, id))
  expect(await make()).toEqual(['example/one.html'])
})

function runOf(repository: string, seed: number): RunDocument {
  return exampleRun((run) =>
    Object.assign(run, { design: { ...run.design, seed }, source: { ...run.source, repository } }),
  )
}

/** Returns a function that makes the pages that are due, and returns their names. */
function buildsOf(registry: Registry): (template?: Template) => Promise<string[]> {
  const site = temporaryDirectory()
  return async (template = TEMPLATE) => {
    await synchronizeIndex(registry)
    const plan = await planProjects(registry, site, template)
    for (const name of plan.due.keys()) {
      const file = path.join(site, 'projects', name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, name)
    }
    writeRecord(site, plan)
    return [...plan.due.keys()].sort()
  }
}
