import { type CheckReport, type CheckRow, VERDICT_ORDER } from '../report/check.ts'
import { figureTexts, leadTexts, remarkTexts, verdictText } from '../report/check-texts.ts'
import { intervalBar, scaleOf } from './bars.ts'
import { MAX_LENGTH, markdownLine } from './escape-untrusted.ts'
import { type Content, LEAST_INTEREST, type Row, type Table } from './part.ts'
import type { MeasuredJob } from './run-of-job.ts'

/**
 * The short text on a check, which compares two variants. Slower and inconclusive benchmarks are in an open table, and
 * the other benchmarks are in a folded one.
 */
export function checkInShort({ run }: MeasuredJob, report: CheckReport): Content {
  const open = report.benchmarks.filter(({ verdict }) => verdict === 'slower' || verdict === 'inconclusive')
  const others = report.benchmarks.filter((row) => !open.includes(row))
  const fold = open.length > 0 ? `The other ${benchmarks(others.length)}` : all(others.length)
  return {
    lead: leadTexts(report, run.document).map((text) => markdownLine(text, MAX_LENGTH.paragraph)),
    tables: [shortTable(report, open, null), shortTable(report, others, fold)].filter(({ rows }) => rows.length > 0),
    foot: [markdownLine(`${methodText(report)} A change with + is slower.`, MAX_LENGTH.paragraph)],
  }
}

/**
 * The full text on a check, which compares two variants: every figure, a drawing of each interval, and how the verdicts
 * were reached.
 */
export function checkInFull({ run }: MeasuredJob, report: CheckReport): Content {
  const scale = scaleOf(report.benchmarks.flatMap(({ interval }) => (interval === null ? [] : [interval])))
  return {
    lead: leadTexts(report, run.document).map((text) => markdownLine(text, MAX_LENGTH.paragraph)),
    tables: [fullTable(report, scale)],
    foot: remarkTexts(report).map((text) => markdownLine(text, MAX_LENGTH.paragraph)),
  }
}

function shortTable({ threshold }: CheckReport, rows: CheckRow[], fold: string | null): Table {
  return {
    title: null,
    fold,
    heading: ['Benchmark', 'Verdict', 'Change', 'Interval', 'Rounds'],
    words: 2,
    rows: rows.map((row) => {
      const [, , change = '', interval = '', rounds = ''] = figureTexts(row, threshold)
      return rowOf(row, threshold, [change, interval, rounds])
    }),
    remarks: [],
  }
}

function fullTable({ benchmarks: rows, threshold }: CheckReport, scale: number): Table {
  const percent = Number((100 * scale).toPrecision(2))
  return {
    title: null,
    fold: null,
    heading: [
      'Benchmark',
      'Verdict',
      `−${percent}% … 0 … +${percent}%`,
      'Base',
      'Head',
      'Change',
      'Interval',
      'Rounds',
    ],
    words: 3,
    rows: rows.map((row) => {
      const { interval, slowdown } = row
      const drawn = interval === null || slowdown === null ? '' : intervalBar(interval, slowdown, scale)
      return rowOf(row, threshold, [drawn, ...figureTexts(row, threshold)])
    }),
    remarks: [],
  }
}

function rowOf(row: CheckRow, threshold: number, figures: string[]): Row {
  const verdict = markdownLine(verdictText(row, threshold), MAX_LENGTH.name)
  return {
    interest: row.verdict === null ? LEAST_INTEREST : VERDICT_ORDER.indexOf(row.verdict),
    fields: [
      markdownLine(row.name, MAX_LENGTH.name),
      row.verdict === 'slower' ? `**${verdict}**` : verdict,
      ...figures,
    ],
  }
}

function methodText(report: CheckReport): string {
  return remarkTexts(report).find((text) => text.startsWith('Method: ')) as string
}

function all(count: number): string {
  return count === 1 ? 'The only benchmark' : `All ${benchmarks(count)}`
}

function benchmarks(count: number): string {
  return count === 1 ? 'benchmark' : `${count} benchmarks`
}
