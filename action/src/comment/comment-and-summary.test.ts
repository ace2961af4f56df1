import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { plainRun, UNRELIABLE_RUN } from '../../../schema/test/plain-document.ts'
import { CASES, LINKS, measured, plainDocument, unchanged } from '../../test/comment/jobs.ts'
import { commentBody, summaryMarkdown } from './comment-and-summary.ts'
import type { RunOfJob } from './run-of-job.ts'
import { newWorkloadsNote } from './uncompared.ts'

const bodyOf = (runs: RunOfJob[]) => commentBody({ runs, key: 'plimsoll', links: LINKS })

const runsOf = (name: string) => CASES[name]?.() as RunOfJob[]

test.each(Object.keys(CASES))('the comment on %s equals its golden file', async (name) => {
  await expect(`${bodyOf(runsOf(name))}\n`).toMatchFileSnapshot(`golden/${name}.md`)
})

test.each([
  'every',
  'cpu-time',
  'partial-budget',
  'unreliable-run',
  'every-status',
  'not-applicable',
  'no-verdict',
  'broken-dockerfile',
  'unchanged',
  'hostile',
  'matrix',
])('the job summary on %s equals its golden file', async (name) => {
  const summary = summaryMarkdown({ runs: runsOf(name), links: LINKS })
  await expect(`${summary}\n`).toMatchFileSnapshot(`golden/${name}.summary.md`)
})

test('the first comment of a workload says how small a slowdown can be seen, in place of ratios', () => {
  const { document } = readRun(readFileSync(new URL('../../../examples/pull-request/first.json', import.meta.url)))
  const [open = '', folded = ''] = bodyOf([measured(document)]).split('<details>')
  expect(open).not.toContain('Smallest slowdown')
  expect(folded).toContain('- Smallest slowdown that 15 rounds can show here in count\\-words: about 37%. Equal ')
  expect(folded).not.toContain('equal things agree')
})

test('the first comment of workloads whose run is unreliable says why in its open part', () => {
  const [open] = bodyOf([measured({ ...plainRun(UNRELIABLE_RUN), notes: [newWorkloadsNote([])] })]).split('<details>')
  expect(open).toContain('unreliable: no ratios')
  expect(open).toContain('- This run is unreliable: equal things were not measured as equal ')
})

test('a check of one benchmark folds that benchmark', () => {
  expect(bodyOf([measured(checkDocument([{}]))])).toContain('<summary>The only benchmark</summary>')
})

test('a report without any job says that nothing was measured', () => {
  expect(bodyOf([])).toBe('<!-- plimsoll:comment plimsoll -->\n### ⚠ Plimsoll: nothing was measured')
})

test('several jobs of a pull request that changes nothing have one headline; beside another job they are counted', () => {
  const titleOf = (runs: RunOfJob[]) => bodyOf(runs).split('\n')[1]
  expect(titleOf([unchanged(), unchanged('macos15')])).toBe('### ✅ Plimsoll: nothing that is measured changed')
  expect(titleOf([unchanged(), measured(checkDocument([{}]))])).toMatch(
    /^### ✅ Plimsoll: no slowdown .*; of 2 runs: 1 with nothing changed that is measured$/,
  )
})

test('the most urgent result comes first, whatever the order of the jobs', () => {
  const heads = bodyOf([...(CASES.matrix?.() ?? []), ...(CASES['one-slower']?.() ?? [])])
    .split('\n')
    .filter((line) => line.startsWith('#### '))
  expect(heads.map((head) => head.replace(/^#### (.).*?: (.*?)(?::? npm.*| \\\(.*)?$/u, '$1 $2'))).toEqual([
    '🔴 1 of 6 benchmarks slower',
    '⚠ unreliable: the runner was too noisy for a verdict',
    '⚠ nothing was measured',
    '✅ no slowdown in 6 benchmarks',
    '⚪ no base to compare with; 1 of 4 benchmarks failed',
    '⚪ unsupported: nothing was measured',
  ])
})

test('eight problems and notes are shown, and the others are counted', () => {
  const document = plainDocument()
  document.notes = Array.from({ length: 30 }, (_, index) => ({ code: 'note', text: `Note ${index}.` }))
  const body = bodyOf([measured(document)])
  expect(body.match(/\*\*(Note|Problem):\*\*/g)).toHaveLength(8)
  expect(body).toContain('- 23 more in the run document')
})
