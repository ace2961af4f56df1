import { formatShare, type RunDocument } from '@plimsoll/schema'
import { type CheckReport, type CheckRow, VERDICT_ORDER } from '../report/check.ts'
import {
  aboutTime,
  confidenceText,
  cpuTexts,
  figureTexts,
  isUnjudged,
  methodTexts,
  probablyText,
  remarkTexts,
  variantProperties,
  verdictText,
} from '../report/check-texts.ts'
import { drawInterval } from '../report/draw-interval.ts'
import { BROKEN } from '../report/headline.ts'
import { MAX_LENGTH, markdownLine } from './escape-untrusted.ts'
import { type Content, LEAST_INTEREST, type Row, type Table } from './part.ts'
import type { MeasuredJob } from './run-of-job.ts'

/**
 * The short text on a check, which compares two variants. Benchmarks that are slower, inconclusive or broken by head are
 * in an open table, and the other benchmarks are in a folded one.
 */
export function checkInShort({ run }: MeasuredJob, report: CheckReport): Content {
  // Without any figure, a table only repeats the problems, and the method decided nothing.
  if (isUnjudged(report)) return { lead: [], tables: [], foot: [comparisonLine(run.document, report)], method: [] }
  const open = report.benchmarks.filter(
    ({ verdict, absence }) => verdict === 'slower' || verdict === 'inconclusive' || absence === BROKEN,
  )
  const others = report.benchmarks.filter((row) => !open.includes(row))
  const fold = open.length > 0 ? `The other ${benchmarks(others.length)}` : all(others.length)
  const [first, ...rest] = [shortTable(report, open, null), shortTable(report, others, fold)].filter(
    ({ rows }) => rows.length > 0,
  )
  return {
    lead: [],
    tables: first === undefined ? [] : [first, ...rest],
    foot: [comparisonLine(run.document, report)],
    method: [
      FIGURES,
      ruleText(report),
      ...[confidenceText(report), probablyText(report), ...cpuTexts(report), ...methodTexts(report)]
        .filter((text) => text !== null)
        .map((text) => markdownLine(text, MAX_LENGTH.paragraph)),
    ],
  }
}

const FIGURES =
  'Base: median. Change: from unrounded times, head against base in the same round, so that slow minutes of the runner distort it less; \\+ is slower. Head: base with this change, not head’s own median.'

/**
 * The full text on a check, which compares two variants: every figure, a drawing of each interval, and how the verdicts
 * were reached.
 */
export function checkInFull({ run }: MeasuredJob, report: CheckReport): Content {
  const scale = scaleOf(report.benchmarks.flatMap(({ interval }) => (interval === null ? [] : [interval])))
  return {
    lead: [comparisonLine(run.document, report), ruleText(report)],
    tables: [fullTable(report, scale)],
    foot: remarkTexts(report).map((text) => markdownLine(text, MAX_LENGTH.paragraph)),
    method: [],
  }
}

/** What is compared, and what it cost. Variants that share their engine and image are two versions. */
function comparisonLine(document: RunDocument, report: CheckReport): string {
  const { base, head } = document.design.variants ?? {}
  const isVersions = base?.engine === head?.engine && base?.image === head?.image
  const compared = isVersions ? 'base branch → this pull request' : 'base → head'
  // A commit is code, so that GitHub does not link it and a reader can copy it.
  const properties = variantProperties(document, (text) =>
    /^[0-9a-f]{10}$/.test(text) ? `\`${text}\`` : markdownLine(text),
  )
  const cost = report.effort && ` Cost: ${report.effort.samples} samples, about ${aboutTime(report.effort.took)}.`
  return `Compared: ${[compared, properties].filter(Boolean).join('; ')}.${cost ?? ''}`
}

function ruleText({ threshold, alpha }: CheckReport): string {
  return `A change is reported if its estimate is at least ${formatShare(threshold)} and it is certainly not 0 (at most ${formatShare(alpha)} of checks of equal versions raise a false alarm).`
}

function shortTable({ threshold }: CheckReport, rows: CheckRow[], fold: string | null): Table {
  return {
    title: null,
    fold,
    heading: ['Benchmark', 'Verdict', 'Base', 'Head', 'Change'],
    words: 2,
    rows: rows.map((row) => {
      const [base = '', head = '', change = '', interval = ''] = figureTexts(row, threshold)
      // The upper end of the interval is the bound of the verdict, so the verdict does not repeat it.
      const verdict = verdictText(row, threshold, row.absence === null && row.interval === null ? undefined : null)
      return rowOf(row, verdict, [base, head, interval === '' ? change : `${change} (${interval})`])
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
      const drawn =
        interval === null || slowdown === null
          ? ''
          : `\`${drawInterval([interval[0] / scale, interval[1] / scale], slowdown / scale, HALF)}\``
      return rowOf(row, verdictText(row, threshold), [drawn, ...figureTexts(row, threshold)])
    }),
    remarks: [],
  }
}

function rowOf(row: CheckRow, text: string, figures: string[]): Row {
  const verdict = markdownLine(text, MAX_LENGTH.name)
  return {
    interest: interestOf(row),
    fields: [
      markdownLine(row.title, MAX_LENGTH.name),
      row.verdict === 'slower' ? `**${verdict}**` : verdict,
      // A figure and its unit stay on one line.
      ...figures.map((text) => text.replaceAll(' ', '\u00a0')),
    ],
  }
}

function interestOf({ verdict, absence }: CheckRow): number {
  if (absence === BROKEN) return 0
  return verdict === null ? LEAST_INTEREST : VERDICT_ORDER.indexOf(verdict)
}

function all(count: number): string {
  return count === 1 ? 'The only benchmark' : `All ${benchmarks(count)}`
}

function benchmarks(count: number): string {
  return count === 1 ? 'benchmark' : `${count} benchmarks`
}

/** The number of characters on either side of no change. */
const HALF = 12

/**
 * The scale for drawings of these intervals: their largest absolute bound. The scale is at least 0.1, so that noise
 * does not look large, and at most 0.5.
 */
function scaleOf(intervals: readonly (readonly [number, number])[]): number {
  return Math.min(0.5, Math.max(0.1, ...intervals.flat().map(Math.abs)))
}
