import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readShippedDocuments } from '../editions/read-editions.ts'
import { importDocument, importShipped } from '../store/import.ts'
import { exampleRun, toBytes } from '../testing.ts'
import { runOfWorkflow, serverOfTests } from './testing.ts'

// These tests run a real build.

const server = await serverOfTests({ rebuildAfter: 2 })
// Otherwise the build would import the documents that ship with the project.
importShipped(server.registry, readShippedDocuments(path.join(import.meta.dirname, '..', '..', 'documents')))
const imported = importDocument(server.registry, toBytes(exampleRun())).id
const first = await submit('first')
const written = timesOfRegistry()

async function submit(text: string): Promise<string> {
  const response = await server.submit(runOfWorkflow(({ notes }) => notes.push({ code: 'number', text })))
  return ((await response.json()) as { id: string }).id
}

const page = async (pathname: string) => (await fetch(`${server.address}${pathname}`)).text()

/** The times of the last changes in the folders of the registry. */
function timesOfRegistry(): number[] {
  return [server.registry.documents, server.registry.statements].map((folder) => statSync(folder).mtimeMs)
}

const events = (name: string) => server.logged.filter(({ event }) => event === name)

test('a submitted run and an imported one are on the home page after the site was rebuilt', async () => {
  expect((await page('/')).includes(first)).toBe(false)
  await expect.poll(() => events('built'), { interval: 200 }).toHaveLength(1)
  // A build must not write to the registry, because its changes would make the next build due.
  expect(timesOfRegistry()).toEqual(written)
  for (const id of [first, imported]) expect((await page('/')).includes(`runs/${id}"`)).toBe(true)
  expect((await fetch(`${server.address}/.plimsoll-site.json`)).status).toBe(404)
  expect(await page(`/runs/${first}`)).toContain('signed by repository')
  expect(await page('/metrics')).toContain('plimsoll_builds_total{outcome="built"} 1')
})
