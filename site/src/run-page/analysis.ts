import {
  type BenchmarkSummary,
  type Check,
  type Identity,
  identify,
  judgeRun,
  type RunDocument,
  summarizeRun,
} from '@plimsoll/schema'
import { runTitle } from '../page/titles.ts'
import { type RunHeadline, runHeadline } from './badge.ts'
import { groupVariants } from './check/variants.ts'
import { verdictFigure } from './check/verdict-figure.ts'
import type { Figure } from './figure.tsx'
import { groupByWorkload, type Panel } from './panel.ts'
import { type PanelCharts, panelCharts } from './panel-charts.ts'
import { type StepsView, viewSteps } from './steps.ts'

/** The results computed from a document, from which all files of its run are made. */
export interface Analysis {
  document: RunDocument
  identity: Identity
  /** The results of a check; null for a plain run. */
  check: Check | null
  summaries: BenchmarkSummary[]
  panels: Panel[]
  /** The time that each step from the host to the container adds; null for a check. */
  steps: StepsView | null
  /** The chart of a check's verdicts; null if no benchmark has an estimate. */
  verdicts: Figure | null
  /** The charts of the first panels. The samples of the other panels are in the document. */
  charts: PanelCharts[]
  headline: RunHeadline
  title: string
}

export function analyze(document: RunDocument): Analysis {
  const check = judgeRun(document)
  const summaries = summarizeRun(document)
  const panels = groupByWorkload(document, summaries, check && groupVariants(document, check))
  return {
    document,
    identity: identify(document),
    check,
    summaries,
    panels,
    steps: check === null ? viewSteps(document, summaries) : null,
    verdicts: check && verdictFigure(check),
    charts: panelCharts(panels),
    headline: runHeadline(document, check, summaries),
    title: runTitle(document),
  }
}
