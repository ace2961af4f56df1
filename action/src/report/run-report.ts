import {
  ANALYSIS_VERSION,
  computeSteps,
  describeNoVerdict,
  describeUnreliableRun,
  type readRun,
  runReliability,
  SELECTION,
  splitNotes,
} from '@plimsoll/schema'
import { checkReport } from './check.ts'
import type { Block, Report, Texts } from './report.ts'
import { dataRows, listProblems, machineLine, suiteText, timerLine } from './rows.ts'
import { runRecords } from './run-records.ts'
import { otherMetrics, reportSections } from './run-tables.ts'

type Run = ReturnType<typeof readRun>

/**
 * The report of a run. Records and data have every metric in base units.
 * @param isBrief whether to leave out how verdicts were reached, the cost of the timer and the hash
 */
export function runReport(run: Run, isBrief = false): Report {
  return { blocks: () => blocksOf(run, isBrief), records: () => runRecords(run.document), data: () => dataOf(run) }
}

/** Stands for the remarks of a check in a brief report. */
const SHORTENED = '`plimsoll report FILE` says how the verdicts were reached.'

function blocksOf({ document, id, hash }: Run, isBrief: boolean): Block[] {
  const sections = reportSections(document)
  const isShortened = isBrief && checkReport(document) !== null
  const { warnings: doubts, information } = splitNotes(document.notes)
  const warnings = [describeNoVerdict(document.design), describeUnreliableRun(runReliability(document))]
  return [
    ...warnings
      .filter((text) => text !== null)
      .map((text): Texts => ({ texts: [text], form: 'sentence', tone: 'alarm' })),
    ...(isShortened ? sections.map((section) => ({ ...section, remarks: [SHORTENED] })) : sections),
    ...otherMetricsTexts(otherMetrics(document)),
    ...doubts.map(({ text }): Texts => ({ texts: [text], form: 'item', tone: 'warning' })),
    ...listProblems(document).map((text): Texts => ({ texts: [text], form: 'item', tone: 'error' })),
    ...information.map(({ text }): Texts => ({ texts: [text], form: 'sentence', tone: 'dim' })),
    ...(document.division === 'modified'
      ? [
          {
            texts: [
              `${document.suite.name === SELECTION ? 'Chosen' : 'Modified from the suite'}: ${document.deviations.join('; ')}.`,
            ],
            form: 'line' as const,
          },
        ]
      : []),
    ...footTexts({ document, id, hash }, isBrief),
  ]
}

/** Only a terminal's reader can have the report in another format. */
function otherMetricsTexts(names: string[]): Texts[] {
  if (names.length === 0) return []
  const all = names.join(', ')
  return [
    { texts: [`Other metrics, with --format csv or json: ${all}`], form: 'line', tone: 'dim', only: 'terminal' },
    { texts: [`Other metrics, in the document: ${all}.`], form: 'line', only: 'document' },
  ]
}

function footTexts({ document, id, hash }: Run, isBrief: boolean): Texts[] {
  const { status, startedAt } = document
  const measuredAs = suiteText(document)
  const machine = [machineLine(document), timerLine(document)].filter((text) => text !== null)
  const partial = status === 'partial' ? ['Partial: the run ended early.'] : []
  const identified = `${measuredAs} · ${startedAt} · run ${id}`
  const lines = isBrief ? [machineLine(document), identified] : [...machine, identified, hash]
  const measured = `${machine.join('. ')}. Measured: ${measuredAs}, ${status}. Run `
  const identity = [{ code: id }, ', ', { code: hash }, '.']
  return [
    { texts: partial, form: 'line', tone: 'warning', only: 'terminal' },
    { texts: lines, form: 'line', only: 'terminal' },
    { texts: [[measured, ...identity]], form: 'line', only: 'document' },
  ]
}

function dataOf({ document, id, hash }: Run) {
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
  return {
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
    ...computeSteps(document),
  }
}
