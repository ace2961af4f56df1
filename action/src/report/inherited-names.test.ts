import { readFileSync } from 'node:fs'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { FORMATS, render } from './formats.ts'
import { runReport } from './run-report.ts'

const EXAMPLE = readFileSync(new URL('../../../examples/run.json', import.meta.url), 'utf8')

/** The name of a member of every object. */
const NAME = 'constructor'

/** A valid run with the name as workload, scenario, param and metric. */
function inherited(): ReturnType<typeof readRun> {
  const document = JSON.parse(EXAMPLE) as RunDocument
  for (const benchmark of document.benchmarks) {
    if (benchmark.scenario === 'layer') benchmark.scenario = NAME
    benchmark.workload = NAME
    benchmark.params = { ...benchmark.params, [NAME]: NAME }
    benchmark.metrics.push({ name: NAME, unit: 'ns', better: 'lower', primary: false })
  }
  return readRun(JSON.stringify(document))
}

test('a run with names that every object inherits is reported as it is', () => {
  for (const format of FORMATS) {
    const text = render(runReport(inherited()), format)
    expect(text).not.toMatch(/native code|NaN|\[object/)
    if (format === 'csv') expect(text).toContain(`${NAME}=${NAME}`)
  }
})
