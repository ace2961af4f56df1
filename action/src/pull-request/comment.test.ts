import { describe, expect, test } from 'vitest'
import { commentBody } from './comment.ts'
import type { RunOfJob } from './run-of-job.ts'
import { summaryMarkdown } from './summary.ts'
import { CASES, LINKS } from './test-jobs.ts'

const bodyOf = (runs: RunOfJob[]) => commentBody({ runs, key: 'plimsoll', links: LINKS })

describe.each(Object.keys(CASES))('%s', (name) => {
  const runs = () => CASES[name]?.() as RunOfJob[]

  test('the comment is as it was', async () => {
    await expect(`${bodyOf(runs())}\n`).toMatchFileSnapshot(`golden/${name}.md`)
  })

  test('the job summary is as it was', async () => {
    await expect(`${summaryMarkdown({ runs: runs(), links: LINKS })}\n`).toMatchFileSnapshot(
      `golden/${name}.summary.md`,
    )
  })
})

test('the first line is the marker, then comes the verdict', () => {
  const lines = bodyOf(CASES['one-slower']?.() ?? []).split('\n')
  expect(lines.slice(0, 2)).toEqual([
    '<!-- plimsoll:comment plimsoll -->',
    '### 1 slower · 0 faster · 5 not slower · 0 inconclusive',
  ])
})
