import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { idOfHash } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { listRunHashes } from '../editions/load-editions.ts'
import { readEditions, readShippedDocuments } from '../editions/read-editions.ts'
import type { Template } from '../page-parts/template.ts'
import { addName } from '../provenance/trust.ts'
import { importDocument } from '../store/import.ts'
import { addStatement } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { planEditions, withDueFiles } from './edition-plan.ts'
import { writeRecord } from './made-files.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const TEMPLATE: Template = { version: 1, stylesheet: 'site.aaaaaaaaaaaa.css', scripts: {}, baseUrl: null }
const WITHDRAWN = { kind: 'withdrawn', reason: 'wrong image', at: '2026-01-01T00:00:00Z' } as const
const PAGES = ['mac-2022.html', 'mac-2025.html', 'mac-2023.html']
const PICTURE = 'editions/pictures/mac-2025.png'

test('all files of editions are made again if one of their inputs or of these files changed, and else none', async () => {
  const [registry, shipped, site] = [temporaryRegistry(), temporaryDirectory(), temporaryDirectory()]
  for (const name of ['mac-2022.json', 'mac-2025.json'])
    cpSync(path.join(SITE, 'shipped-editions', name), path.join(shipped, name))
  for (const bytes of readShippedDocuments(path.join(SITE, 'documents'))) importDocument(registry, bytes)
  const build = async (template = TEMPLATE) => {
    const { runs } = await synchronizeIndex(registry)
    const plan = planEditions(registry, runs, [shipped, registry.editions], site, template)
    const { folder, due, ...others } = plan.due.size === 0 ? plan : withDueFiles(plan, [PICTURE])
    for (const name of due.keys()) {
      mkdirSync(path.dirname(path.join(site, folder, name)), { recursive: true })
      writeFileSync(path.join(site, folder, name), name)
    }
    writeRecord(site, { folder, due, ...others })
    return [...plan.due.keys()].sort()
  }
  const all = PAGES.toSorted()
  expect(await build()).toEqual(all)
  expect(await build()).toEqual([])

  const { id: other } = importDocument(registry, toBytes(exampleRun()))
  addStatement(registry, other, WITHDRAWN)
  expect(await build()).toEqual([])

  const [hash = ''] = readEditions(shipped).flatMap(listRunHashes)
  addStatement(registry, idOfHash(hash), WITHDRAWN)
  expect(await build()).toEqual(all)
  writeFileSync(path.join(site, PICTURE), 'edited')
  expect(await build()).toEqual(all)
  rmSync(path.join(site, 'editions', 'mac-2025.html'))
  expect(await build()).toEqual(all)
  expect(await build({ ...TEMPLATE, stylesheet: 'site.bbbbbbbbbbbb.css' })).toEqual(all)
  addName(registry, 'https://registry.example')
  expect(await build()).toEqual(all)
  cpSync(path.join(SITE, 'shipped-editions', 'vm-2014.json'), path.join(registry.editions, 'vm-2014.json'))
  expect(await build()).toEqual([...all, 'vm-2014.html'])
  rmSync(path.join(registry.editions, 'vm-2014.json'))
  expect(await build()).toEqual(all)
  expect(await build()).toEqual([])
})
