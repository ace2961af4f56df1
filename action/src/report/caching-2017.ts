import {
  type Benchmark,
  canonicalize,
  countedValues,
  formatAmount,
  formatRatio,
  type RunDocument,
} from '@plimsoll/schema'
import { median, randomGenerator, ratioInterval } from '@plimsoll/schema/statistics'
import { blog } from './blog.ts'
import { platformOf } from './rows.ts'
import type { Layout } from './section.ts'
import { plainRow, type Section, type SectionRow } from './section.ts'

/**
 * The speedups that the post of 2017 reports for the mount flag `cached`. The post gives no times and no number of
 * runs.
 */
const SOURCE: Record<string, string> = { 'go-list': '2.5×', 'symfony-page': '2.7×', 'rake-tasks': '3.5×' }
const FLAGS = ['cached', 'delegated']
const SEED = 2017

/**
 * The table of the post "User-guided caching" (2017): the speedup of a program under a mount flag, relative to the flag
 * `consistent`.
 */
export const caching2017: Layout = {
  shows: blog.shows,
  sections: (document) => [...speedups(document), ...blog.sections(document)],
}

function speedups(document: RunDocument): Section[] {
  const rows = document.benchmarks
    .filter(({ workload, scenario }) => workload in SOURCE && scenario === 'bind-consistent')
    .flatMap((consistent) => FLAGS.flatMap((flag) => rowOf(document, consistent, flag)))
  if (rows.length === 0) return []
  return [
    {
      title: 'Faster than consistent',
      heading: ['Program', 'Platform', 'Flag', 'Consistent', 'With the flag', 'Speed-up', 'The source, on a Mac'],
      words: 3,
      rows,
      remarks: [
        'Medians of the first time. Speed-up: consistent ÷ flag, with a 95% bootstrap interval; 1 is no difference.',
        'Current engines accept the flags and ignore them.',
      ],
    },
  ]
}

function rowOf(document: RunDocument, consistent: Benchmark, flag: string): SectionRow[] {
  const { workload, params, engine } = consistent
  const same = (benchmark: Benchmark) =>
    benchmark.workload === workload &&
    benchmark.engine === engine &&
    canonicalize(benchmark.params) === canonicalize(params)
  const other = document.benchmarks.find((benchmark) => same(benchmark) && benchmark.scenario === `bind-${flag}`)
  if (!other) return []
  const [slow = [], fast = []] = [consistent, other].map((benchmark) =>
    benchmark.metrics.filter(({ primary }) => primary).flatMap((metric) => countedValues(benchmark, metric)),
  )
  if (slow.length === 0 || fast.length === 0)
    return [plainRow(workload, platformOf(document, engine), flag, consistent.status, other.status, '', '')]
  const [of, by] = [median(slow), median(fast)]
  const interval = ratioInterval(slow, fast, randomGenerator(SEED))
  const figures = [formatAmount(of, 'ns'), formatAmount(by, 'ns'), formatRatio(of / by, interval)]
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
