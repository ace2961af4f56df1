import { ownValue, type ResourceUsage, type RunDocument } from '@plimsoll/schema'
import { csvLine } from '../data/csv.ts'

/**
 * Returns every sample of a run, one per line, as CSV (RFC 4180: lines end in CR LF, UTF-8, the first line names the
 * columns). After the columns that every sample has come the metrics of the run, by name and with their unit. A list of
 * values is one field, separated by spaces. Failed samples and warm-ups are included. A benchmark without samples has
 * no line. The run is in the name of the file, and the names of slots are in the document: as columns they would be a
 * fifth of the file. Texts that a spreadsheet would take for a formula begin with an apostrophe.
 */
export function samplesCsv(document: RunDocument): string {
  const metrics = metricsOf(document)
  const header = [...COLUMNS, ...metrics.map(({ name, unit }) => `${name} (${unit})`)]
  const lines = document.benchmarks.map((benchmark, index) => {
    const engine = document.engines.find(({ id }) => id === benchmark.engine)
    const params = Object.entries(benchmark.params).map(([name, value]) => `${name}=${value}`)
    const configuration = [
      benchmark.scenario,
      benchmark.engine,
      engine?.product,
      engine?.version,
      benchmark.variant,
      benchmark.control === true,
      benchmark.target?.filesystem,
    ]
    const isOwn = metrics.map(({ name, unit }) =>
      benchmark.metrics.some((metric) => metric.name === name && metric.unit === unit),
    )
    const common = [index, benchmark.workload, params.sort().join(' '), ...configuration, benchmark.status]
    // Join the lines at once: as lists of fields they would take many times the memory.
    const ofSamples = benchmark.samples.map(({ round, order, offset, warmup, cpu, usage, failure, values }) => {
      const sample = [round, order, offset, warmup, cpu?.user, cpu?.system, ...usageOf(usage), failure]
      const measured = metrics.map(({ name }, at) => (isOwn[at] ? [ownValue(values, name) ?? []].flat().join(' ') : ''))
      return csvLine([...common, ...sample, ...measured])
    })
    return ofSamples.join('')
  })
  return csvLine(header) + lines.join('')
}

const COLUMNS = [
  'benchmark',
  'workload',
  'params',
  'scenario',
  'engine',
  'product',
  'version',
  'variant',
  'control',
  'filesystem',
  'status',
  'round',
  'order',
  'offset (ns)',
  'warmup',
  'cpu user (ns)',
  'cpu system (ns)',
  'minor faults',
  'major faults',
  'voluntary switches',
  'involuntary switches',
  'block input',
  'failure',
]

/** The columns of what the timed command and its children used; empty if it was not read. */
function usageOf(usage: ResourceUsage | undefined): (number | undefined)[] {
  return [
    usage?.minorFaults,
    usage?.majorFaults,
    usage?.voluntarySwitches,
    usage?.involuntarySwitches,
    usage?.blockInput,
  ]
}

/**
 * Returns the metrics of all benchmarks without duplicates. Raw values have the unit of the metric itself, even if
 * pages show the metric as a quotient.
 */
function metricsOf({ benchmarks }: RunDocument): { name: string; unit: string }[] {
  const all = benchmarks.flatMap(({ metrics }) => metrics.map(({ name, unit }) => ({ name, unit })))
  return [...new Map(all.map((metric) => [`${metric.name} ${metric.unit}`, metric])).values()]
}
