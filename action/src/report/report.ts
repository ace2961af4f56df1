import {
  ANALYSIS_VERSION,
  describeNoVerdict,
  type RunDocument,
  type readRun,
  revealInvisible,
  runReliability,
  stepsOf,
} from '@plimsoll/schema'
import { checkReport } from './check.ts'
import { csvReport } from './csv.ts'
import { markdownReport } from './markdown.ts'
import { dataRows } from './rows.ts'
import { tableReport } from './table.ts'

export const FORMATS = ['table', 'markdown', 'csv', 'json'] as const

/**
 * The report of a run. The suite of the run determines its tables (see `layouts.ts`). The formats `table` and
 * `markdown` are for people. The formats `csv` and `json` have unrounded figures in base units.
 */
export function renderReport(run: ReturnType<typeof readRun>, format: (typeof FORMATS)[number]): string {
  const plain = { ...run, document: withRevealedTexts(run.document) }
  if (format === 'csv') return csvReport(plain.document)
  if (format === 'markdown') return markdownReport(plain)
  if (format === 'json') return jsonReport(plain)
  return tableReport(plain)
}

/**
 * The document with the invisible characters in its texts replaced. With them, an untrusted document could send commands
 * to a terminal, or look like another one.
 */
export function withRevealedTexts(document: RunDocument): RunDocument {
  const reveal = (_: string, value: unknown) => (typeof value === 'string' ? revealInvisible(value) : value)
  return JSON.parse(JSON.stringify(document, reveal))
}

function jsonReport({ document, id, hash }: ReturnType<typeof readRun>): string {
  const rows = dataRows(document).map(({ benchmark, summary: { benchmark: index, ...figures } }) => ({
    benchmark: index,
    workload: benchmark.workload,
    params: benchmark.params,
    scenario: benchmark.scenario,
    engine: benchmark.engine,
    variant: benchmark.variant,
    status: benchmark.status,
    reason: benchmark.reason,
    ...figures,
  }))
  const { pairs, withheld, unreliable } = runReliability(document)
  const check = checkReport(document)
  const noVerdict = describeNoVerdict(document.design)
  return JSON.stringify(
    {
      id,
      hash,
      analysisVersion: ANALYSIS_VERSION,
      suite: document.suite,
      status: document.status,
      division: document.division,
      ...(check && { check }),
      ...(noVerdict !== null && { check, noVerdict }),
      unreliable,
      withheld: [...withheld],
      controls: pairs,
      rows,
      ...stepsOf(document),
    },
    null,
    2,
  )
}
