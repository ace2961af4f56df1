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

/** Starts a run, and waits until the run's journal has the given number of lines. */
async function started(args: string[], journal: string, lines: number) {
  const child = home.plimsoll(args)
  while (journaled(journal).length < lines) await setTimeout(20)
  return { child }
}

test('a run that its budget ends did what it was asked to: partial, modified, said, exit 0', async () => {
  const out = path('budget.json')
  const { exitCode, stderr } = await home.plimsoll([...onHost(1000, out), '--budget', '1s'])
  expect(exitCode, String(stderr)).toBe(0)
  const { status, division, deviations, notes, benchmarks } = readRun(readFileSync(out)).document
  expect([status, division]).toEqual(['partial', 'modified'])
  expect(deviations).toContain('a budget of 1s')
  const taken = benchmarks[0]?.samples.length ?? 0
  expect(taken).toBeGreaterThanOrEqual(1)
  expect(notes).toContainEqual({
    code: 'budget',
    text: `The budget of 1s ended the run after ${taken} of 1001 samples.`,
  })
})

test('the journal of a run that is going on, or has ended, is not resumed, and stays as it is', async () => {
  const out = path('going-on.json')
  const journal = path('kept.journal')
  const { child } = await started([...onHost(20, out), '--journal', journal], journal, 2)
  // It goes on, however long the second command takes on a busy machine.
  child.kill('SIGSTOP')
  const early = await home.plimsoll(['run', '--resume', journal, '--out', path('twice.json')])
  expect([early.exitCode, early.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The run with the journal .*kept\.journal is still active \(process \d+\)\. Wait until the run ends, or stop it\.$/m,
    ),
  ])
  child.kill('SIGCONT')
  expect((await child).exitCode).toBe(0)
  const text = readFileSync(journal, 'utf8')
  const late = await home.plimsoll(['run', '--resume', journal, '--out', path('twice.json')])
  expect([late.exitCode, late.stderr]).toEqual([
    2,
    `The run with the journal ${journal} has ended, and its document was written. There is nothing to resume.`,
  ])
  expect(readFileSync(journal, 'utf8')).toBe(text)
})
