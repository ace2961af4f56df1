import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readRun } from '@plimsoll/schema'
import { afterAll, expect, test } from 'vitest'
import { journaled, makeOwnHome } from './faults.ts'

const home = makeOwnHome()
afterAll(() => home.remove())

const path = (name: string) => join(home.directory, name)
const onHost = (rounds: number, out: string) =>
  `run --workload metadata --scenario native --engine none --rounds ${rounds} --no-rest --dir ${home.directory} --out ${out}`.split(
    ' ',
  )

/** The times of the samples in a journal, in seconds. */
function timesIn(journal: string): number[] {
  const entries = journaled(journal) as { took?: number }[]
  return entries.flatMap(({ took }) => (took === undefined ? [] : [took / 1e9]))
}

test('what a killed run has measured counts towards its budget when it is resumed', async () => {
  const out = path('budgeted.json')
  const journal = `${out}.journal`
  const child = home.plimsoll([...onHost(1000, out), '--budget', '3s'])
  while (timesIn(journal).length < 1) await setTimeout(20)
  child.kill('SIGKILL')
  await child
  const { exitCode, stderr } = await home.plimsoll(['run', '--resume', journal, '--out', out])
  expect(exitCode, String(stderr)).toBe(0)
  const { notes, benchmarks } = readRun(readFileSync(out)).document
  expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['resumed', 'budget']))
  const entries = journaled(journal) as { event?: string }[]
  expect(entries.filter(({ event }) => event === 'sample')).toHaveLength(benchmarks[0]?.samples.length as number)
  // The sample that passes the budget is the last one.
  expect(
    timesIn(journal)
      .slice(0, -1)
      .reduce((sum, took) => sum + took, 0),
  ).toBeLessThan(3)
})
