import { describe, expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { HOSTILE, LINKS, manyWorks, measured, unsupported } from '../../test/comment/jobs.ts'
import { countVerdicts } from '../steps/outputs.ts'
import { commentBody, summaryMarkdown } from './comment-and-summary.ts'
import type { RunOfJob } from './run-of-job.ts'
import { SUMMARY_LIMIT } from './size-limits.ts'

const bodyOf = (runs: RunOfJob[]) => commentBody({ runs, key: 'plimsoll', links: LINKS })
const document = checkDocument(manyWorks(500, String))
const plain = jobOf((index) => `n${index}`)
const hostile = jobOf((index) => `${index} ${line(HOSTILE).slice(0, 196)}`)
const wide = jobOf((index) => `${index} ${'😀'.repeat(98)}`)
const bodies = new Map([plain, hostile, wide].map((job) => [job, bodyOf([job])]))

/** The check of 500 benchmarks, with other names of its params. Their samples take long to make. */
function jobOf(name: (index: string) => string) {
  const renamed = structuredClone(document)
  for (const benchmark of renamed.benchmarks) benchmark.params = { size: name(String(benchmark.params.size)) }
  return measured(renamed)
}

/** The text, changed to what the schema allows in a param. */
function line(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

const countIn = (jobs: (typeof plain)[], verdict: string) =>
  jobs.reduce((sum, { run }) => sum + (countVerdicts(run.document)[verdict] ?? 0), 0)

const rowsOf = (body: string, verdict: string) =>
  body.split('\n').filter((row) => row.startsWith('| npm') && row.split(/(?<!\\) \| /)[1]?.includes(verdict)).length

describe.each([
  ['ordinary', plain],
  ['hostile', hostile],
  ['wide', wide],
])('500 benchmarks with %s names', (name, job) => {
  const body = bodies.get(job) as string

  test('fit into 60,000 bytes and UTF-16 code units', () => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000)
    expect(body.length).toBeLessThanOrEqual(60_000)
  })

  test('begin and end as in the golden file', async () => {
    const lines = body.split('\n')
    const text = [
      `${body.length} code units, ${Buffer.byteLength(body)} bytes`,
      ...lines.slice(0, 8),
      '…',
      ...lines.slice(-12),
    ]
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`golden/500-${name}.md`)
  })

  test('have a row for each in the job summary', () => {
    const summary = summaryMarkdown({ runs: [job], links: LINKS })
    expect(rowsOf(summary, '')).toBe(500)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_LIMIT)
  })
})

test('of 500 benchmarks the least interesting rows are left out and counted', () => {
  const body = bodies.get(wide) as string
  expect(rowsOf(body, '**slower**')).toBe(countIn([wide], 'slower'))
  expect(rowsOf(body, 'inconclusive')).toBe(countIn([wide], 'inconclusive'))
  const left = countIn([wide], 'not slower') - rowsOf(body, 'not slower')
  expect(left).toBeGreaterThan(100)
  expect(body).toContain(`${left} more rows are only in the [job summary](https://github.com/owner/name/`)
})

test('rows of several runs are left out by their verdict, not by their run', () => {
  const jobs = [plain, { ...plain, name: 'second' }]
  const body = bodyOf(jobs)
  expect(body).toContain('### 🔴 Plimsoll: 100 of 1,000 benchmarks slower, worst: ')
  expect(rowsOf(body, '**slower**')).toBe(100)
  expect(rowsOf(body, 'inconclusive')).toBe(countIn(jobs, 'inconclusive'))
  expect(rowsOf(body, 'not slower')).toBeLessThan(countIn(jobs, 'not slower'))
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000)
})

test('rows are left out only where they do not fit', () => {
  expect(rowsOf(bodies.get(plain) as string, '')).toBe(500)
  for (const job of [hostile, wide]) expect(Buffer.byteLength(bodies.get(job) as string)).toBeGreaterThan(59_700)
})

test('256 jobs with the longest texts fit, and omitted runs are counted', () => {
  const runs = Array.from({ length: 256 }, (_, index) => unsupported(HOSTILE.repeat(9), `${index} ${HOSTILE}`))
  const body = bodyOf(runs)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000)
  const shown = body.split('\n').filter((text) => text.startsWith('#### ')).length
  expect(body).toContain(`${256 - shown} more runs do not fit in here.`)
})

test('a summary of several runs with 1,000,000 bytes of rows is cut', () => {
  const runs = Array.from({ length: 7 }, (_, index) => ({ ...wide, name: `runner ${index}` }))
  const summary = summaryMarkdown({ runs, links: LINKS })
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_LIMIT)
  expect(summary).toMatch(/\d+ more rows are only in the run document\./)
})
