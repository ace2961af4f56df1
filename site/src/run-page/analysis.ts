import {
  type BenchmarkSummary,
  type Check,
  describeCounts,
  findingsOfRun,
  type Identity,
  identify,
  judgeRun,
  type RunDocument,
  type RunReliability,
  runReliability,
  summarizeRun,
} from '@plimsoll/schema'
import { formatWork, runContents, runTitle } from '../page-parts/titles.ts'
import { describeKeyFigure } from '../store/key-figure.ts'
import { figuresOf, type PanelChart, panelCharts } from './chart-list.ts'
import { verdictChart } from './check/verdict-chart.ts'
import type { Figure } from './figure.tsx'
import { groupByWorkload, type Panel } from './panel.ts'
import { type StepsView, viewSteps } from './steps.ts'

/** The results computed from a document, from which all files of its run are made. */
export interface Analysis {
  document: RunDocument
  identity: Identity
  /** The results of a check; null for a plain run. */
  check: Check | null
  summaries: BenchmarkSummary[]
  reliability: RunReliability
  panels: Panel[]
  /** The time that each step from the host to the container adds; null for a check. */
  steps: StepsView | null
  /** The chart of a check's verdicts; null if no benchmark has an estimate. */
  verdicts: Figure | null
  /** The chart of each panel, or why it has none. */
  charts: PanelChart[]
  /** The chart that represents the whole run; it is the first chart on the run's page. Null if there is none. */
  main: Figure | null
  /**
   * What the run found about each workload with ratios: the sentences that the command prints, those with a difference
   * first; of a run without ratios of its own, the figure that stands for it in lists. Empty for a check.
   */
  findings: string[]
  title: string
  /** What the run contains, as text: its benchmarks, samples and engines. */
  contents: string
}

/** @param identity the identity of the document, if already known */
export function analyze(document: RunDocument, identity: Identity = identify(document)): Analysis {
  const check = judgeRun(document)
  const reliability = runReliability(document)
  const summaries = summarizeRun(document, reliability)
  const panels = groupByWorkload(document, summaries, check)
  const verdicts = check && verdictChart(check)
  const charts = panelCharts(panels)
  const main = verdicts ?? figuresOf(charts)[0] ?? null
  return {
    document,
    identity,
    check,
    summaries,
    reliability,
    panels,
    steps: check === null ? viewSteps(document, summaries, reliability) : null,
    verdicts,
    charts,
    main,
    findings: check === null ? findingsOf(document, summaries, reliability) : [],
    title: runTitle(document, check && describeCounts(check)),
    contents: runContents(document, check),
  }
}

function findingsOf(document: RunDocument, summaries: BenchmarkSummary[], reliability: RunReliability): string[] {
  const found = findingsOfRun(document, 'command', { reliability, summaries })
  if (found.length > 0 || reliability.unreliable) return found.map(({ sentence }) => sentence)
  const figure = describeKeyFigure(document, summaries, reliability)
  return figure === null ? [] : [`${formatWork(figure)}.`]
}
