import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markSlots, samplesDirectory } from '@plimsoll/workloads'
import { afterAll, expect, test } from 'vitest'
import { assertOwnJournal } from './foreign-journal.ts'
import type { MeasureRequest } from './request.generated.ts'
import { resumedRun } from './run-request.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const used = join(scratch, 'used')
const another = join(scratch, 'another')
for (const folder of [used, another]) mkdirSync(join(folder, 'slots'), { recursive: true })
markSlots(used)
const elsewhere = join(scratch, 'elsewhere')

const NOTHING = { nfs: null, synced: null }
const SOURCE = { repository: 'ada/own', commit: null, ref: null, pullRequest: null, workflowRun: null }

type Own = Parameters<typeof assertOwnJournal>
type Start = Pick<Own[0]['start'], 'directory' | 'source' | 'declared'>

/** Checks a journal that differs from one of a plain run in these properties. */
function check(change: Partial<Start>, dir?: string, source: Own[2] = null): void {
  const start = { directory: samplesDirectory(), source: null, declared: NOTHING, ...change } as Own[0]['start']
  assertOwnJournal({ file: 'a.journal', start }, { dir, declared: NOTHING }, source)
}

test.each<[string, ...Parameters<typeof check>]>([
  ['in the default folder', {}],
  ['in a folder with slots of Plimsoll', { directory: used }],
  ['in the folder of --dir', { directory: elsewhere }, elsewhere],
  ['of the same repository', { source: SOURCE }, undefined, { ...SOURCE, workflowRun: 7 }],
])('the journal of a run %s is resumed', (_, ...given) => {
  expect(() => check(...given)).not.toThrow()
})

test.each<[string, RegExp, ...Parameters<typeof check>]>([
  ['in a folder without slots', /had its files in .*elsewhere, which has no folder/, { directory: elsewhere }],
  ['in a folder with slots of another program', /another, which has no folder/, { directory: another }],
  ['of a repository, outside of a job', /is of the repository ada\/own\. Resume it in a job/, { source: SOURCE }],
  [
    'of another repository',
    /is of the repository eve\/other/,
    { source: { ...SOURCE, repository: 'eve/other' } },
    undefined,
    SOURCE,
  ],
  ['with a synchronised folder', /Repeat the flags of its start/, { declared: { nfs: null, synced: elsewhere } }],
])('the journal of a run %s is refused', (_, sentence, ...given) => {
  expect(() => check(...given)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringMatching(sentence) }),
  )
  expect(existsSync(elsewhere)).toBe(false)
})

test('a run is not resumed from the journal of another machine', () => {
  const start = { directory: elsewhere, source: null, declared: NOTHING } as Own[0]['start']
  const interrupted = { file: 'a.journal', start, entries: [], length: 0 }
  expect(() => resumedRun({ declared: NOTHING } as MeasureRequest, interrupted)).toThrow(
    /which has no folder of Plimsoll/,
  )
})
