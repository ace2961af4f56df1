import { type RunDocument, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { EVERY_STATUS, plainRun, UNRELIABLE_RUN } from '../../../schema/test/plain-document.ts'
import { GOLDEN_ENDINGS } from '../../test/golden-endings.ts'
import { render } from './formats.ts'
import { seriesReport } from './several-runs.ts'

type Run = ReturnType<typeof readRun>

const renderSeries = (runs: [Run, ...Run[]], format: string) => render(seriesReport(runs), format)

/** A run of June with these benchmarks. */
function run(day: number, works = EVERY_STATUS, change: (document: RunDocument) => void = () => {}): Run {
  const document = plainRun(works, day)
  document.startedAt = `2026-06-0${day}T10:00:00Z`
  document.finishedAt = `2026-06-0${day}T10:05:00Z`
  change(document)
  return readRun(JSON.stringify(document))
}

const another = run(4, EVERY_STATUS, ({ host }) => {
  host.cpu.model = 'Another CPU'
})
const RUNS: [Run, ...Run[]] = [run(2), run(1), run(3), another]

test.each(GOLDEN_ENDINGS)(
  'three runs and one of another machine as %s equal the golden file',
  async (format, ending) => {
    await expect(renderSeries(RUNS, format)).toMatchFileSnapshot(`golden/three-runs.${ending}`)
  },
)

test('the order of the files does not matter', () => {
  expect(renderSeries([...RUNS].reverse() as typeof RUNS, 'table')).toBe(renderSeries(RUNS, 'table'))
})

test('an unreliable run has no estimate, and its digits appear in no format', () => {
  const runs: [Run, ...Run[]] = [run(1, UNRELIABLE_RUN), run(2, UNRELIABLE_RUN), run(3, UNRELIABLE_RUN)]
  expect(renderSeries(runs, 'table')).toContain('No ratio was estimated in two runs.')
  const { ratios } = JSON.parse(renderSeries(runs, 'json'))
  for (const { mean, runs } of ratios) {
    expect(mean).toBeNull()
    for (const { value, interval } of runs) expect([value, interval]).toEqual([null, null])
  }
  expect(renderSeries(runs, 'csv')).not.toMatch(/\d\.\d/)
})

test('two runs have both values and no interval', () => {
  const text = renderSeries([run(1), run(2)], 'table')
  expect(text).toContain('needs 3 runs')
  expect(text).toMatch(/1\.0\d×, 1\.0\d×/)
})
