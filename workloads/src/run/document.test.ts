import { identify, type Sample, validateRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { makeDocument, type RunRecord } from './document.ts'
import { startForTest } from './journal-testing.ts'
import { addSample, measuredSoFar } from './measured.ts'

const start = startForTest()

/** The record of a run of which only these samples of the first cell were taken. */
function recordOf(...samples: Partial<Sample & { calibration: number[] }>[]): RunRecord {
  const measured = measuredSoFar(start.plan, null)
  for (const { calibration = [], ...sample } of samples) {
    addSample(measured, start.plan, {
      event: 'sample',
      cell: 0,
      sample: {
        round: 0,
        order: 0,
        slot: 's',
        offset: 0,
        warmup: false,
        cpu: null,
        values: {},
        failure: null,
        ...sample,
      },
      ...{ took: 1, target: null, unsupported: null, available: null, calibration },
    })
  }
  return {
    ...start,
    startedAt: new Date(start.startedAt),
    finishedAt: new Date(start.startedAt),
    status: 'partial',
    conditions: { before: start.before, after: start.before },
    notes: [],
    redact: (text) => text,
    ...measured,
  }
}

test('a text that is cut in the middle of a character can still be written', () => {
  const failure = `it failed ${'\u{1F6A2}'.repeat(4000)}.`
  const document = makeDocument(recordOf({ failure }))
  expect(validateRun(document)).toEqual([])
  expect(() => identify(document)).not.toThrow()
  expect(document.cells[0]?.samples[0]?.failure).toBe(`\uFFFD${'\u{1F6A2}'.repeat(3999)}.`)
})

test('however many cells a round has, its calibrations fit into a document', () => {
  const calibration = Array.from({ length: 31 }, () => 1000)
  const failed = { failure: 'it failed', calibration }
  const samples = Array.from({ length: 330 }, (_, order) => ({ ...failed, order }))
  const document = makeDocument(recordOf(...samples))
  expect(validateRun(document)).toEqual([])
  expect(document.calibration.spawn.map(({ values }) => values.length)).toEqual([10_000])
})
