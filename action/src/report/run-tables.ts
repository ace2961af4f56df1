import { type Benchmark, judgeRun, type Metric, type RunDocument } from '@plimsoll/schema'
import { checkSections } from './check-section.ts'
import { figureSections } from './figure-tables.ts'
import type { Section } from './report.ts'
import { stepSections } from './steps.ts'
import { SWEEP, sweepSections } from './sweep-tables.ts'

/**
 * Metrics that are shown beside the primary metric as its counterpart: the second of two times, of two delays, or of
 * two kinds of memory.
 */
const SECOND_HALVES = ['repeat', 'event', 'file-alone', 'anonymous', 'anonymous-alone']

/** The metrics of the sweep over record sizes that are shown: cached reads and durable writes. */
const OF_SWEEP = ['bytes', 'read', 'durable-write']

/** The tables of a run, followed by the table of steps. For a check, only the table of its verdicts. */
export function reportSections(document: RunDocument): Section[] {
  if (judgeRun(document) !== null) return checkSections(document)
  return [...figureSections(document, isShown), ...sweepSections(document, isShown), ...stepSections(document)]
}

/** The names of the metrics that the tables of a run leave out for some benchmark. */
export function otherMetrics(document: RunDocument): string[] {
  const isInTables = judgeRun(document) === null ? isShown : (_: Benchmark, { primary }: Metric) => primary
  const others = document.benchmarks.flatMap((benchmark) =>
    benchmark.metrics.filter((metric) => !isInTables(benchmark, metric)),
  )
  return [...new Set(others.map(({ name }) => name))]
}

function isShown({ workload }: Benchmark, { primary, name }: Metric): boolean {
  return workload === SWEEP ? OF_SWEEP.includes(name) : primary || SECOND_HALVES.includes(name)
}
