import {
  type Benchmark,
  canonicalize,
  countedValues,
  describeRatio,
  formatAmount,
  type Metric,
  type RunDocument,
  type RunReliability,
  runReliability,
} from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { blog } from './blog.ts'
import { ratioBetween } from './ratio-texts.ts'
import { platformOf } from './rows.ts'
import type { Layout } from './section.ts'
import { plainRow, type Section, type SectionRow } from './section.ts'

/**
 * The speedups that the post of 2017 reports for the mount flag `cached`. The post gives no times and no number of
 * runs.
 */
const SOURCE: Record<string, string> = { 'go-list': '2.5×', 'symfony-page': '2.7×', 'rake-tasks': '3.5×' }
const FLAGS = ['cached', 'delegated']

/**
 * The table of the post "User-guided caching" (2017): the speedup of a program under a mount flag, relative to the flag
 * `consistent`.
 */
export const caching2017: Layout = {
  shows: blog.shows,
  sections: (document) => [...speedups(document), ...blog.sections(document)],
}

function speedups(document: RunDocument): Section[] {
  const reliability = runReliability(document)
  const rows = document.benchmarks
    .filter(
      ({ workload, scenario, control }) => workload in SOURCE && scenario === 'bind-consistent' && control !== true,
    )
    .flatMap((consistent) => FLAGS.flatMap((flag) => rowOf(document, reliability, consistent, flag)))
  if (rows.length === 0) return []
  return [
    {
      title: 'Faster than consistent',
      heading: ['Program', 'Platform', 'Flag', 'Consistent', 'With the flag', 'Speed-up', 'The source, on a Mac'],
      words: 3,
      rows,
      remarks: [
        'Medians of the first time. Speed-up: consistent ÷ flag by rounds, with its 95% interval; 1 is no difference.',
        'Current engines accept the flags and ignore them.',
      ],
    },
  ]
}

function rowOf(document: RunDocument, reliability: RunReliability, consistent: Benchmark, flag: string): SectionRow[] {
  const { workload, params, engine } = consistent
  const same = (benchmark: Benchmark) =>
    benchmark.workload === workload &&
    benchmark.engine === engine &&
    benchmark.control !== true &&
    canonicalize(benchmark.params) === canonicalize(params)
  const other = document.benchmarks.find((benchmark) => same(benchmark) && benchmark.scenario === `bind-${flag}`)
  if (!other) return []
  const [slow, fast] = [[consistent, primaryOf(consistent)] as const, [other, primaryOf(other)] as const]
  const ratio = ratioBetween(document, reliability, slow, fast)
  if (ratio === null)
    return [plainRow(workload, platformOf(document, engine), flag, consistent.status, other.status, '', '')]
  const medians = [slow, fast].map(([benchmark, metric]) =>
    formatAmount(median(countedValues(benchmark, metric)), 'ns'),
  )
  const figures = [...medians, describeRatio(ratio)]
  return [
    plainRow(
      workload,
      platformOf(document, engine),
      flag,
      ...figures,
      flag === 'cached' ? (SOURCE[workload] ?? '') : '',
    ),
  ]
}

function primaryOf({ metrics }: Benchmark): Metric {
  return metrics.find(({ primary }) => primary) as Metric
}
