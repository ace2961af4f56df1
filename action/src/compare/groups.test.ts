import { type RunDocument, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { EVERY_STATUS, plainRun } from '../../../schema/test/plain-document.ts'
import { GOLDEN_ENDINGS } from '../../test/golden-endings.ts'
import { render } from '../report/formats.ts'
import { groupComparisonReport } from './groups.ts'

const renderGroupComparison = (runs: ReturnType<typeof readRun>[], format: string) =>
  render(groupComparisonReport(runs), format)

/** A run of June, changed by `change`. */
function run(day: number, change: (document: RunDocument) => void = () => {}) {
  const document = plainRun(EVERY_STATUS, day)
  document.startedAt = `2026-06-0${day}T10:00:00Z`
  document.finishedAt = `2026-06-0${day}T10:05:00Z`
  change(document)
  return readRun(JSON.stringify(document))
}

/** A run with a newer engine that takes half the time. */
const newer = (day: number) =>
  run(day, ({ engines, benchmarks }) => {
    for (const engine of engines) engine.version = '99.0'
    for (const { engine, samples } of benchmarks)
      for (const { values } of engine === null ? [] : samples) values.duration = Math.round(Number(values.duration) / 2)
  })

const RUNS = [run(1), newer(4), run(2), newer(5), run(3), newer(6)]

test.each(GOLDEN_ENDINGS)('three runs each of two designs as %s equal the golden file', async (format, ending) => {
  await expect(renderGroupComparison(RUNS, format)).toMatchFileSnapshot(`golden/groups.${ending}`)
})

test('runs of one design, or of three, are refused with a sentence', () => {
  expect(() => renderGroupComparison([run(1), run(2), run(3)], 'table')).toThrow(
    'These runs repeat one design. `plimsoll report` shows how well they agree.',
  )
  const third = run(7, ({ host }) => {
    host.cpu.model = 'another'
  })
  expect(() => renderGroupComparison([run(1), newer(4), third], 'table')).toThrow(/^These runs have 3 designs/)
})
