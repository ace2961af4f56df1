import path from 'node:path'
import { identify, idOfHash } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { readShippedDocuments } from '../src/editions/read-editions.ts'
import { ORIGIN } from './browser.ts'

// One fact has one value. The fact of this file: npm install on a bind mount of Lima, in the source of 2025. Its median
// is 9.01 s, 2.57 times the native one. The source prints the means: 8.99 s, which is 2.66 times the native one.

const [MEDIAN, MEAN] = [/\b9\.01\b/, /\b8\.99\b/]
const [RATIO, RATIO_OF_MEANS] = [/2\.57×/, /2\.66×/]

const RUN = shippedRun('docker-for-mac-bench', '2025-02-28')

test.each([
  ['the home page', '/', 'Lima 1.0.3'],
  ['the edition', '/editions/mac-2025', 'Lima', 'Bind mount'],
  ['the run', `/runs/${RUN}`, 'Lima', 'bind'],
  ['the engine', '/engines/lima', RUN, 'bind'],
  ['the workload', '/workloads/npm-install', RUN, 'Lima', 'bind'],
])('%s shows the median and its ratio', async (_, address, ...named) => {
  const rows = (await rowsOf(address)).filter((row) => named.every((name) => row.includes(name)))
  const values = rows.filter((row) => MEDIAN.test(row))
  expect(values.length).toBeGreaterThan(0)
  for (const row of values) expect(row).toMatch(RATIO)
  expect(rows.filter((row) => RATIO_OF_MEANS.test(row))).toEqual([])
})

test('the badge of the engine has the same ratio, and that of the run the range of its engines', async () => {
  expect(await textOf('/engines/lima.badge.svg')).toMatch(RATIO)
  expect(await textOf(`/runs/${RUN}.badge.svg`)).toContain(
    '1.20–2.69×, 4 configurations of 3 products, 1 not comparable',
  )
})

test('the mean that the source prints is only in the details of the edition', async () => {
  const [shown = '', ...details] = (await textOf('/editions/mac-2025')).split('<details')
  expect(shown).not.toMatch(MEAN)
  expect(details.join()).toMatch(MEAN)
  for (const address of ['/', `/runs/${RUN}`, '/engines/lima', '/workloads/npm-install'])
    expect(await textOf(address)).not.toMatch(MEAN)
})

/** Returns the rows of the tables of a page, with the addresses of their links. */
async function rowsOf(address: string): Promise<string[]> {
  return [...(await textOf(address)).matchAll(/<tr[ >].*?(?=<tr[ >]|<\/t(?:head|body|able)>)/gs)].map(([row]) => row)
}

async function textOf(address: string): Promise<string> {
  return (await fetch(ORIGIN + address)).text()
}

/** The id of the shipped run of a suite on macOS that finished on a day. */
function shippedRun(suite: string, day: string): string {
  const documents = readShippedDocuments(path.join(import.meta.dirname, '..', 'documents')).map((bytes) =>
    JSON.parse(String(bytes)),
  )
  const found = documents.find(
    (document) =>
      document.suite.name === suite && document.host.os.family === 'macos' && document.finishedAt.startsWith(day),
  )
  return idOfHash(identify(found).hash)
}
