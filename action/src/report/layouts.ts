import { readdirSync } from 'node:fs'
import {
  type Benchmark,
  judgeRun,
  type Metric,
  ownValue,
  type RunDocument,
  runReliability,
  type Sample,
} from '@plimsoll/schema'
import { mean } from '@plimsoll/schema/statistics'
import { checkSections } from './check-section.ts'
import { figureSections } from './figure-tables.ts'
import type { Layout } from './layout.ts'
import { pairSections } from './pair-table.ts'
import type { Section } from './report.ts'
import { stepSections } from './steps.ts'
import { sweepSections } from './sweep-tables.ts'

/**
 * Metrics that are shown beside the primary metric as its counterpart: the second of two times, of two delays, or of
 * two kinds of memory.
 */
const SECOND_HALVES = ['repeat', 'event', 'file-alone', 'anonymous', 'anonymous-alone']

const names = readdirSync(new URL('./layouts/', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.replace(/\.ts$/, ''))

const layouts = new Map(
  await Promise.all(
    names.map(async (name) => {
      const { layout } = (await import(`./layouts/${name}.ts`)) as { layout: Layout }
      return [name, layout] as const
    }),
  ),
)

/** The tables of a run, followed by the table of steps. For a check, only the table of its verdicts. */
export function reportSections(document: RunDocument): Section[] {
  if (judgeRun(document) !== null) return checkSections(document)
  return [...layoutSections(document, layoutOf(document)), ...stepSections(document)]
}

function layoutSections(document: RunDocument, layout: Layout): Section[] {
  const shown = layout.usesMeans ? withoutLists(document) : document
  const isShown = (benchmark: Benchmark, metric: Metric) => shows(layout, benchmark, metric)
  return layout.tables.flatMap((table) => {
    if ('pairs' in table) return pairSections(shown, table, runReliability(document))
    return 'sweep' in table ? sweepSections(shown, table, isShown) : figureSections(shown, table, isShown)
  })
}

/** The names of the metrics that the tables of a run leave out for some benchmark. */
export function otherMetrics(document: RunDocument): string[] {
  const layout = layoutOf(document)
  const isShown =
    judgeRun(document) === null
      ? (benchmark: Benchmark, metric: Metric) => shows(layout, benchmark, metric)
      : (_: Benchmark, { primary }: Metric) => primary
  const others = document.benchmarks.flatMap((benchmark) =>
    benchmark.metrics.filter((metric) => !isShown(benchmark, metric)),
  )
  return [...new Set(others.map(({ name }) => name))]
}

function layoutOf({ suite }: RunDocument): Layout {
  return (layouts.get(suite.name) ?? layouts.get('standard')) as Layout
}

function shows({ metrics }: Layout, { workload }: Benchmark, { primary, name }: Metric): boolean {
  const own = metrics && ownValue(metrics, workload)
  return own === undefined ? primary || SECOND_HALVES.includes(name) : own === 'all' || own.includes(name)
}

function withoutLists(document: RunDocument): RunDocument {
  const meansOf = (values: Sample['values']) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? Math.round(mean(value)) : value]),
    )
  const benchmarks = document.benchmarks.map((benchmark) => ({
    ...benchmark,
    samples: benchmark.samples.map((sample) => ({ ...sample, values: meansOf(sample.values) })),
  }))
  return { ...document, benchmarks }
}
