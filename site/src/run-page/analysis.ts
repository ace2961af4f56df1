import {
  type BenchmarkSummary,
  type Check,
  type Identity,
  identify,
  judgeRun,
  type RunDocument,
  summarizeRun,
} from '@plimsoll/schema'
import { type RunHeadline, runHeadline } from '../downloads/badge.ts'
import { runTitle } from '../page/text.ts'
import { variantsTogether } from './check/variants.ts'
import { verdictFigure } from './check/verdict-figure.ts'
import type { Figure } from './figure.ts'
import { groupByWorkload, type Panel } from './panel.ts'
import { panelFigure } from './panel-figure.ts'
import { type StepsShown, showSteps } from './steps.ts'

/** Everything that follows from a document alone and that the files of its run say, each in its way. */
export interface Analysis {
  document: RunDocument
  identity: Identity
  /** null for a plain run. */
  check: Check | null
  summaries: BenchmarkSummary[]
  panels: Panel[]
  /** Of a plain run. */
  steps: StepsShown | null
  /** The verdicts of a check, where any benchmark has an estimate. */
  verdicts: Figure | null
  /** The samples of the first panels; those of more are in the document. */
  samples: Figure[]
  headline: RunHeadline
  title: string
}

/** Drawing takes most of the time of a page; the table and the document have what is beyond. */
const MAX_FIGURES = 24

export function analyze(document: RunDocument): Analysis {
  const check = judgeRun(document)
  const summaries = summarizeRun(document)
  const panels = groupByWorkload(document, summaries, check && variantsTogether(document, check))
  return {
    document,
    identity: identify(document),
    check,
    summaries,
    panels,
    steps: check === null ? showSteps(document, summaries) : null,
    verdicts: check && verdictFigure(check),
    samples: panels
      .slice(0, MAX_FIGURES)
      .map(panelFigure)
      .filter((figure) => figure !== null),
    headline: runHeadline(document, check, summaries),
    title: runTitle(document),
  }
}
