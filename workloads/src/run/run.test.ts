import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { continueJournal, openJournal, readJournal } from './journal.ts'
import { claimJournal } from './journal-lock.ts'
import { runPlan } from './run.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  file = join(directory, 'journal')
  vi.stubEnv('HOME', directory)
  const journal = openJournal(file)
  journal.append(startForTest())
  journal.close()
})

/** Resumes the run of the journal with a catalog that lacks the workloads of the run. */
function resume() {
  const interrupted = readJournal(file)
  const { version, commit } = interrupted.start.harness
  return runPlan({
    plan: interrupted.start.plan,
    interrupted,
    workloads: [],
    engines: [],
    allEngines: [],
    directory,
    declared: interrupted.start.declared,
    openJournal: () => continueJournal(interrupted),
    version,
    commit,
    source: null,
    signal: new AbortController().signal,
    on: () => {},
  })
}

test('a journal that another run has locked is rejected before anything is created, and does not change', async () => {
  const text = readFileSync(file, 'utf8')
  const release = claimJournal(file)
  await expect(resume()).rejects.toThrow(`The run with the journal ${file} is still active (process ${process.pid})`)
  release()
  expect(readdirSync(directory)).toEqual(['journal'])
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a run that cannot go on gives its journal back', async () => {
  await expect(resume()).rejects.toThrow('Workload metadata of')
  expect(readdirSync(directory)).toEqual(['journal'])
})
