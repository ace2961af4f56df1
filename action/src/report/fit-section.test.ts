import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { fitSection } from './fit-section.ts'
import { render } from './formats.ts'
import { plainRow, type Section } from './report.ts'
import { runReport } from './run-report.ts'
import { seriesReport } from './several-runs.ts'

const read = (path: string) => readRun(readFileSync(new URL(`../../../${path}`, import.meta.url)))

const section: Section = {
  title: 'npm-ci small',
  heading: ['System', 'Test', 'Median', 'Min–max', 'n', '× native'],
  words: 2,
  rows: [
    plainRow('Debian', 'Native', '3.00 s', '2.99 s – 3.08 s', '3', 'reference'),
    plainRow('Debian', 'Bind mount and volume', '3.51 s', '3.46 s – 3.51 s', '3', '1.17× (1.16–1.18)'),
  ],
  remarks: [],
}

const linesOf = (width: number) => {
  const { heading, rows, remarks } = fitSection(section, width)
  return { heading: heading.map((lines) => lines.join('|')), rows: rows.map(({ cells }) => cells), remarks }
}

test('a table that fits is unchanged', () => {
  expect(linesOf(76)).toMatchObject({ heading: section.heading, remarks: [] })
  expect(linesOf(Number.POSITIVE_INFINITY).rows[1]?.[1]).toEqual(['Bind mount and volume'])
})

test('in a narrower terminal, a column with the same text in all rows becomes a sentence', () => {
  expect(linesOf(75)).toMatchObject({
    heading: ['Test', 'Median', 'Min–max', 'n', '× native'],
    remarks: ['In all rows: System Debian.'],
  })
})

test('then cells are wrapped: words between words, intervals between their ends, figures never before their unit', () => {
  const { heading, rows } = linesOf(44)
  expect(heading).toEqual(['Test', 'Median', 'Min–max', '× native'])
  expect(rows[1]?.slice(1)).toEqual([['3.51 s'], ['3.46 s', '– 3.51 s'], ['1.17×', '(1.16–1.18)']])
  expect(rows[1]?.[0]).toEqual(['Bind mount', '  and volume'])
})

test('then columns of figures are left out from the right, except the ratio, and a sentence names them', () => {
  const { heading, remarks } = linesOf(24)
  expect(heading).toEqual(['Test', '× native'])
  expect(remarks).toEqual([
    'In all rows: System Debian, n 3.',
    'Not shown, because the terminal is narrow: Median, Min–max. --format csv has all columns.',
  ])
})

describe.each([
  ['examples/run.json'],
  ['site/documents/docker-internals-guide-2026-macos-docker-desktop.json'],
  ['site/documents/linux-2026-docker-standard.json'],
  ['site/documents/docker-for-mac-bench-2025-macos.json'],
])('the report of %s', (path) => {
  test.each([100, 80, 60])('has no line that is longer than a terminal of %i columns', (width) => {
    const lines = render(runReport(read(path)), 'table', width).split('\n')
    expect(lines.filter((line) => line.length > width && !line.startsWith('sha256:'))).toEqual([])
  })
})

test('the report of several runs fits 80 columns', () => {
  const files = ['', '-replication-1', '-replication-2'].map(
    (part) => `site/documents/linux-2026-docker-quick${part}.json`,
  )
  const lines = render(seriesReport(files.map(read) as never), 'table', 80).split('\n')
  expect(lines.filter((line) => line.length > 80 && !line.includes('sha256:'))).toEqual([])
})
