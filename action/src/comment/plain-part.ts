import {
  describeFindings,
  describeResolution,
  describeWithheld,
  type RunDocument,
  runReliability,
} from '@plimsoll/schema'
import { drawInterval } from '../report/draw-interval.ts'
import { plainTitles } from '../report/plain-titles.ts'
import { ESTIMATED, figureTexts, ratioHeading, ratioText } from '../report/ratio-texts.ts'
import type { Bar, Section } from '../report/report.ts'
import { listDistinctions, reportTables } from '../report/rows.ts'
import { reportSections } from '../report/run-tables.ts'
import { MAX_LENGTH, markdownLine } from './escape-untrusted.ts'
import { type Content, LEAST_INTEREST, type Table } from './part.ts'
import type { MeasuredJob } from './run-of-job.ts'
import { uncomparedNote } from './uncompared.ts'

/** The maximum number of rows of an open table. Longer tables are folded. */
const OPEN_ROWS = 20

/** The maximum number of sentences on what a run found, in the comment (`short`) and in the job summary (`full`). */
const MAX_FINDINGS = { short: 8, full: 100 }

/** The short text on a run without variants: what it found, and the figures of each benchmark. */
export function plainInShort({ run: { document } }: MeasuredJob): Content {
  // Before the first comparison, no reader asks for the ratios between the scenarios.
  const isNew = uncomparedNote(document.notes)?.code === 'new-workloads'
  const all = reportTables(document, (_, { primary }) => primary).flatMap(({ rows }) => rows)
  const titles = plainTitles(all.map(({ benchmark }) => benchmark))
  const rows = all.map((row, index) => {
    const { benchmark, summary } = row
    const name = [titles[index], ...listDistinctions(document, benchmark)].join(' · ')
    const ratio = isNew ? [] : [ratioText(row, all)]
    const figures = [...figureTexts(benchmark, summary), ...ratio].map((text) => markdownLine(text))
    return { interest: LEAST_INTEREST, fields: [markdownLine(name, MAX_LENGTH.name), ...figures] }
  })
  const fold = rows.length > OPEN_ROWS ? `All ${rows.length} benchmarks` : null
  const heading = ['Benchmark', 'Median', 'Min–max', 'n', ...(isNew ? [] : [ratioHeading(all)])]
  const isResolved = !isNew && all.some(({ summary: { ratio } }) => ratio?.status === 'resolved')
  const remarks = isResolved ? [ESTIMATED] : []
  const showsFindings = !isNew || runReliability(document).unreliable
  return {
    lead: showsFindings ? findingLines(document, MAX_FINDINGS.short) : [],
    tables: rows.length === 0 ? [] : [{ title: null, fold, heading, words: 1, rows, remarks }],
    foot: [],
    method: showsFindings ? [] : listed(describeResolution(document), MAX_FINDINGS.short),
  }
}

/** What a run found, as a list with one sentence for each workload. Empty if the run has no ratios. */
function findingLines(document: RunDocument, most: number): string[] {
  return listed(describeFindings(document, 'action'), most)
}

/** A list with one sentence for each workload. */
function listed(sentences: readonly string[], most: number): string[] {
  const lines = sentences.slice(0, most).map((sentence) => `- ${markdownLine(sentence, MAX_LENGTH.paragraph)}`)
  const more = sentences.length > most ? [`- ${sentences.length - most} more workloads in the tables`] : []
  return sentences.length === 0 ? [] : [[...lines, ...more].join('\n')]
}

/** The full text on a run without variants: the tables of a report, with bars of text. */
export function plainInFull({ run: { document } }: MeasuredJob): Content {
  // The lead has these sentences, with the advice for the action.
  const said = new Set(describeWithheld(runReliability(document)).values())
  const sections = reportSections(document).map((section) => ({
    ...section,
    remarks: section.remarks.filter((remark) => !said.has(remark)),
  }))
  return {
    lead: findingLines(document, MAX_FINDINGS.full),
    tables: sections.map(tableOf),
    foot: [],
    method: [],
  }
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
    rows: rows.map(({ fields, bar }) => ({
      interest: LEAST_INTEREST,
      fields: withBar(fields, bar === null ? '' : drawBar(bar)),
    })),
    remarks: remarks.map((text) => markdownLine(text)),
  }
}

/** The number of characters of the longest bar. */
const WIDTH = 20

/** A bar drawn with text. */
function drawBar(bar: Bar): string {
  if ('range' in bar) return `\`${drawInterval(bar.range, null, WIDTH / 2)}\``
  return '█'.repeat(Math.max(1, Math.round(bar.share * WIDTH)))
}
