import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProjectWorkload } from '@plimsoll/workloads'
import { describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { fromCatalog, measure } from './measure.ts'

const example = fileURLToPath(new URL('../../examples/own-workload/', import.meta.url))
const engines = (await enginesForTest()).slice(0, 1)
const project = mkdtempSync(join(tmpdir(), 'plimsoll-example-'))

describe.skipIf(engines.length === 0)('the example of a project with a workload of its own', () => {
  test('it measures what it says, in every scenario it names', async () => {
    // The engine of the tests may not reach a registry. So use the Debian image that Plimsoll's own images are built
    // from.
    const catalog = await measure({
      workloads: [fromCatalog('metadata')],
      engines,
      scenarios: ['layer'],
      params: [{ files: 500 }],
    })
    cpSync(example, project, { recursive: true })
    const file = join(project, '.plimsoll/count-words.yml')
    const debian = catalog.document.images[0]?.name as string
    writeFileSync(file, readFileSync(file, 'utf8').replace('debian:trixie-slim', debian))

    const workload = readProjectWorkload(file)
    const params = [{ copies: 200 }]
    const { document } = await measure({ workloads: [workload], engines, scenarios: workload.scenarios, params })
    for (const image of document.images) await engines[0]?.untagImage(image.name)

    expect(document.benchmarks.map(({ scenario, status, reason }) => `${scenario} ${status} ${reason}`).sort()).toEqual(
      workload.scenarios.map((scenario) => `${scenario} ok null`).sort(),
    )
    const text = readFileSync(join(example, 'fixtures/load-line.txt'), 'utf8')
    const words = text.trim().split(/\s+/)
    for (const { values } of document.benchmarks.flatMap(({ samples }) => samples)) {
      expect(values).toMatchObject({ words: 200 * words.length, different: new Set(words).size })
      expect(values.repeat).toHaveLength(2)
    }
  })
})
