import { describeAbsence, formatAmount, formatRatio } from '@plimsoll/schema'
import { reportSections } from '../report/layouts.ts'
import { distinctionsOf, type ReportRow, reportTables } from '../report/rows.ts'
import type { Section } from '../report/section.ts'
import { bar } from './bars.ts'
import { MAX_LENGTH, markdownLine } from './escape-untrusted.ts'
import { type Content, LEAST_INTEREST, type Table } from './part.ts'
import type { MeasuredJob } from './run-of-job.ts'

/** The maximum number of rows of an open table. Longer tables are folded. */
const OPEN_ROWS = 20

/** The short text on a run without variants: the median of each benchmark. */
export function plainInShort({ run: { document } }: MeasuredJob): Content {
  const groups = reportTables(document, (_, { primary }) => primary)
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map(({ benchmark, summary }) => {
      const name = [title, benchmark.scenario, ...distinctionsOf(document, benchmark)].join(' · ')
      return {
        interest: LEAST_INTEREST,
        fields: [markdownLine(name, MAX_LENGTH.name), ...figures({ benchmark, summary })],
      }
    }),
  )
  const fold = rows.length > OPEN_ROWS ? `All ${rows.length} benchmarks` : null
  const heading = ['Benchmark', 'Median', 'Min–max', 'Ratio']
  return {
    lead: [],
    tables: rows.length === 0 ? [] : [{ title: null, fold, heading, words: 1, rows, remarks: [] }],
    foot: [],
  }
}

function figures({ benchmark, summary }: Pick<ReportRow, 'benchmark' | 'summary'>): string[] {
  const { median, minimum, maximum, ratio, unit } = summary
  const amount = (value: number) => formatAmount(value, unit)
  return [
    median === null ? markdownLine(describeAbsence(benchmark, summary.metric)) : amount(median),
    minimum === null || maximum === null ? '' : `${amount(minimum)} – ${amount(maximum)}`,
    ratio === null ? '' : `${formatRatio(ratio.value)} ${ratio.reference}`,
  ]
}

/** The full text on a run without variants: the tables of a report, with bars of text. */
export function plainInFull({ run: { document } }: MeasuredJob): Content {
  return { lead: [], tables: reportSections(document).map(tableOf), foot: [] }
}

function tableOf({ title, heading, words, rows, remarks }: Section): Table {
  const hasBars = rows.some(({ bar }) => bar !== null)
  const withBar = (texts: string[], length: string) => {
    const fields = texts.map((text) => markdownLine(text, MAX_LENGTH.name))
    return hasBars ? fields.toSpliced(words, 0, length) : fields
  }
  return {
    title: markdownLine(title, MAX_LENGTH.name),
    fold: null,
    heading: withBar(heading, ''),
    words: hasBars ? words + 1 : words,
    rows: rows.map(({ fields, bar: length }) => ({
      interest: LEAST_INTEREST,
      fields: withBar(fields, length === null ? '' : bar(length.share)),
    })),
    remarks: remarks.map((text) => markdownLine(text)),
  }
}
