import { styleText } from 'node:util'
import type { readRun } from '@plimsoll/schema'
import {
  machineLine,
  otherMetrics,
  problemsOf,
  type ReportRow,
  type ReportTable,
  ratioHeading,
  reportTables,
} from './rows.ts'

const BAR_WIDTH = 20
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** For a terminal; colour only where standard output is one (styleText looks). */
export function tableReport({ document, id, hash }: ReturnType<typeof readRun>): string {
  const problems = problemsOf(document)
  const others = otherMetrics(document)
  return [
    ...reportTables(document, 'primary').map(renderTable),
    ...(others.length > 0 ? [styleText('dim', `Other metrics, with --format csv or json: ${others.join(', ')}`)] : []),
    ...document.notes.map(({ text }) => styleText('yellow', `! ${text}`)),
    ...problems.map((problem) => styleText('red', `! ${problem.split('\n').slice(0, 6).join('\n  ')}`)),
    ...(document.division === 'modified' ? [`Modified from the suite: ${document.deviations.join('; ')}.`] : []),
    ...(document.status === 'partial' ? [styleText('yellow', '! Partial: the run ended early.')] : []),
    `${machineLine(document)}\n${document.suite.name} ${document.suite.version} · ${document.startedAt} · run ${id}\n${hash}`,
  ].join('\n\n')
}

function renderTable(table: ReportTable): string {
  const heading = ['OS', 'Platform', 'Test', 'Average', 'Range', ratioHeading(table)]
  const lines = table.rows.map((row) => [row.os, row.platform, row.test, row.average, row.range, row.ratio])
  const widths = heading.map((text, column) =>
    Math.max(text.length, ...lines.map((line) => (line[column] as string).length)),
  )
  const RIGHT = 3 // figures stand to the right from the fourth column on
  const pad = (line: string[]) =>
    line.map((text, column) =>
      column < RIGHT ? text.padEnd(widths[column] as number) : text.padStart(widths[column] as number),
    )
  return [
    styleText('bold', `${table.title} · ${table.metric}`),
    styleText('dim', pad(heading).join('  ')),
    ...lines.map((line, index) => `${pad(line).join('  ')}  ${bar(table.rows[index] as ReportRow)}`.trimEnd()),
  ].join('\n')
}

function bar({ share, cell }: ReportRow): string {
  if (share === null) return ''
  const eighths = Math.max(1, Math.round(share * BAR_WIDTH * 8))
  const text = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return styleText(cell.engine === null ? 'dim' : 'cyan', text)
}
