import { type Benchmark, type CsvValue, ownValue, type RunDocument, type Sample } from '@plimsoll/schema'
import { csvFields, csvLine } from '../data/csv.ts'

/**
 * Returns every sample of a run, one per line, as CSV (RFC 4180: lines end in CR LF, UTF-8, the first line names the
 * columns). After the columns of benchmarks and samples come the metrics of the run, by name and with their unit. A list
 * of values is one field, separated by spaces. Failed samples and warm-ups are included. A benchmark without samples has
 * no line. `control` and `warmup` are 1 or 0. A column is left out if no line has a value in it, or if each line has the usual one:
 * 0 of `control` and `warmup`, `ok` of `status`. The run is in the name of the file, and the names of slots are in the
 * document: as columns they would be a fifth of the file. Texts that a
 * spreadsheet would take for a formula begin with an apostrophe.
 */
export function samplesCsv(document: RunDocument): string {
  const { benchmarks, engines } = document
  const metrics = metricsOf(document)
  const rows = benchmarks.map((benchmark, index): BenchmarkRow => {
    return { benchmark, index, engine: engines.find(({ id }) => id === benchmark.engine) }
  })
  const ofBenchmark = OF_BENCHMARK.filter(([name, read]) => rows.some((row) => isTelling(name, read(row))))
  const ofSample = OF_SAMPLE.filter(([name, read]) =>
    benchmarks.some(({ samples }) => samples.some((sample) => isTelling(name, read(sample)))),
  )
  const lines = rows.map((row) => {
    const { benchmark } = row
    const start = csvFields(ofBenchmark.map(([, read]) => read(row)))
    const isOwn = metrics.map(({ name, unit }) =>
      benchmark.metrics.some((metric) => metric.name === name && metric.unit === unit),
    )
    // Join the lines at once: as lists of fields they would take many times the memory.
    const ofSamples = benchmark.samples.map((sample) => {
      const measured = metrics.map(({ name }, at) => (isOwn[at] ? formatValues(ownValue(sample.values, name)) : ''))
      return `${start},${csvLine([...ofSample.map(([, read]) => read(sample)), ...measured])}`
    })
    return ofSamples.join('')
  })
  const names = [...ofBenchmark, ...ofSample].map(([name]) => name)
  return csvLine([...names, ...metrics.map(({ name, unit }) => `${name} (${unit})`)]) + lines.join('')
}

function formatValues(values: number | readonly number[] | undefined): CsvValue {
  return typeof values === 'object' ? values.join(' ') : values
}

/** A benchmark with its position in the document and its engine. */
interface BenchmarkRow {
  benchmark: Benchmark
  index: number
  engine: RunDocument['engines'][number] | undefined
}

type Columns<Row> = [name: string, read: (row: Row) => CsvValue][]

const OF_BENCHMARK: Columns<BenchmarkRow> = [
  ['benchmark', ({ index }) => index],
  ['workload', ({ benchmark }) => benchmark.workload],
  ['params', ({ benchmark }) => formatParams(benchmark)],
  ['scenario', ({ benchmark }) => benchmark.scenario],
  ['engine', ({ benchmark }) => benchmark.engine],
  ['product', ({ engine }) => engine?.product],
  ['version', ({ engine }) => engine?.version],
  ['variant', ({ benchmark }) => benchmark.variant],
  ['control', ({ benchmark }) => Number(benchmark.control === true)],
  ['filesystem', ({ benchmark }) => benchmark.target?.filesystem],
  ['status', ({ benchmark }) => benchmark.status],
]

/** The columns from `minor faults` on are what the timed command and its children used, if it was read. */
const OF_SAMPLE: Columns<Sample> = [
  ['round', ({ round }) => round],
  ['order', ({ order }) => order],
  ['offset (ns)', ({ offset }) => offset],
  ['warmup', ({ warmup }) => Number(warmup)],
  ['cpu user (ns)', ({ cpu }) => cpu?.user],
  ['cpu system (ns)', ({ cpu }) => cpu?.system],
  ['minor faults', ({ usage }) => usage?.minorFaults],
  ['major faults', ({ usage }) => usage?.majorFaults],
  ['voluntary switches', ({ usage }) => usage?.voluntarySwitches],
  ['involuntary switches', ({ usage }) => usage?.involuntarySwitches],
  ['block input', ({ usage }) => usage?.blockInput],
  ['failure', ({ failure }) => failure],
]

/** The usual values of columns. */
const USUAL = new Map<string, CsvValue>([
  ['control', 0],
  ['warmup', 0],
  ['status', 'ok'],
])

/** Whether a column must be there for the sake of a value. */
function isTelling(name: string, value: CsvValue): boolean {
  return value !== null && value !== undefined && value !== '' && value !== USUAL.get(name)
}

function formatParams({ params }: Benchmark): string {
  const texts = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  return texts.sort().join(' ')
}

/**
 * Returns the metrics of all benchmarks without duplicates. Raw values have the unit of the metric itself, even if
 * pages show the metric as a quotient.
 */
function metricsOf({ benchmarks }: RunDocument): { name: string; unit: string }[] {
  const all = benchmarks.flatMap(({ metrics }) => metrics.map(({ name, unit }) => ({ name, unit })))
  return [...new Map(all.map((metric) => [`${metric.name} ${metric.unit}`, metric])).values()]
}
