import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import type { Experiment } from './experiment.ts'
import { type Outcome, outcomeOf, type Share, sharesOf } from './outcomes.ts'

const read = (name: string) => readFileSync(new URL(`../../../../examples/known-truth/${name}`, import.meta.url))
const { experiment, outcomes, shares } = JSON.parse(read('outcomes.json').toString()) as {
  experiment: Experiment
  outcomes: Outcome[]
  shares: Share[]
}

describe('the checks of known truth that are published', () => {
  test('are complete and in the planned order', () => {
    expect(outcomes.map(({ name }) => name)).toEqual(experiment.order.map(({ name }) => name))
  })

  test.each(experiment.order)('the published outcome of $name follows from its document', ({ name, kind, seed }) => {
    const { document, id } = readRun(read(`${name}.json`))
    expect(document.design).toMatchObject({ seed, looks: [10, 14, 20, 28, 38, 50], level: 0.01, threshold: 0.05 })
    expect(outcomeOf(name, kind, document, id)).toEqual(outcomes.find((outcome) => outcome.name === name))
  })

  test('give the published shares', () => {
    expect(sharesOf(outcomes)).toEqual(shares)
  })
})
