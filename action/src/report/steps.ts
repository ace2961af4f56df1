import {
  type Benchmark,
  computeSteps,
  describeWork,
  formatDifference,
  formatRatio,
  type RunDocument,
  type Step,
} from '@plimsoll/schema'
import { plainRow, type Section } from './report.ts'
import { namePlatform } from './rows.ts'

/**
 * One table with the overhead of each step of host → VM → container → share. Empty if the run has fewer than two steps.
 */
export function stepSections(document: RunDocument): Section[] {
  const { steps, emulated } = computeSteps(document)
  if (steps.length < 2) return []
  const isSource = steps.every(({ status }) => status === 'source')
  return [
    {
      title: 'Time that each step adds',
      heading: ['Workload', 'Platform', 'Step', 'From → to', 'Adds', '95% interval', 'Ratio'],
      words: 4,
      rows: steps.map((step) => rowOf(document, step)),
      remarks: [
        isSource
          ? 'Median after the step − median before it.'
          : 'Adds: after the step − before it, estimated from the rounds, with its 95% interval.',
        ...emulated.map(
          (engine) =>
            `The CPU of ${namePlatform(document, engine)} is emulated, so the steps from the host to it are left out.`,
        ),
      ],
    },
  ]
}

function rowOf(document: RunDocument, { name, from, to, metric, status, difference, interval, ratio }: Step) {
  const [before, after] = [document.benchmarks[from], document.benchmarks[to]] as [Benchmark, Benchmark]
  const work = [describeWork(after), metric, after.variant].filter((part) => part !== null).join(' · ')
  return plainRow(
    work,
    namePlatform(document, after.engine),
    name,
    `${before.scenario} → ${after.scenario}`,
    difference === null ? status : formatDifference(difference),
    interval === null ? '' : interval.map(formatDifference).join(' to '),
    ratio === null ? '' : formatRatio(ratio),
  )
}
