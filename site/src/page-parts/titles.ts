import type { Benchmark, Check, RunDocument } from '@plimsoll/schema'
import { counted, describeWork, SELECTION } from '@plimsoll/schema/browser'
import { GENERATED, isGenerated } from '../store/origin.ts'

/** Formats a date or time of a document for readers: `2025-03-01 10:00 UTC`. */
export function formatTime(time: string): string {
  return time.replace(/T(\d\d:\d\d):\d\d(\.\d+)?Z$/, ' $1 UTC')
}

/**
 * Returns when the source of an edition was published, and when its data file was replaced, if it was. For an edition of
 * measured runs, returns the date of the newest run. Dates are ISO 8601.
 */
export function publishedTitle({
  published,
  citation,
}: {
  published: string
  citation: { published: string } | null
}): string {
  if (citation === null) return `newest run ${published}`
  if (published === citation.published) return `published ${published}`
  return `article published ${citation.published}, data file replaced ${published}`
}

/** Returns the name and version of an operating system, for example `Debian GNU/Linux 13`. */
export function osTitle({ os }: RunDocument['host']): string {
  return [os.name, os.version].filter(Boolean).join(' ')
}

/** The most workloads that a title names. */
const MAX_NAMED = 3

/** Returns what a run measured: its suite, or, for a run of workloads that its author named, these workloads. */
export function measuredTitle({ suite, benchmarks }: Pick<RunDocument, 'suite' | 'benchmarks'>): string {
  const works = benchmarks.map(({ workload }) => workload)
  return measuredWorks(suite.name, works)
}

/** As `measuredTitle`, of a run in a list. @param workloads the names of the run's workloads */
export function measuredWorks(suite: string, workloads: readonly string[]): string {
  if (suite !== SELECTION) return suite
  const names = [...new Set(workloads)]
  return names.length > MAX_NAMED ? `${names.length} workloads` : names.join(', ')
}

/** Whether a run is of a suite, and not of workloads that its author named. */
export function hasSuite({ suite }: Pick<RunDocument, 'suite'>): boolean {
  return suite.name !== SELECTION
}

/** Returns a suite with its version, for example `suite quick, version 3`. */
export function suiteVersionTitle({ name, version }: Pick<RunDocument['suite'], 'name' | 'version'>): string {
  return name === SELECTION ? 'chosen workloads, no suite' : `suite ${name}, version ${version}`
}

/**
 * Returns the title of a run, for example `quick on Debian GNU/Linux 13, Example CPU`, or, for a check, `npm-ci: 1 slower,
 * on Debian GNU/Linux 13, Example CPU`. It says of a generated run that it is one, because pages, feeds and embedded
 * pictures of the run have this title.
 * @param counts the verdicts of a check, as `describeCounts` counts them; null for a plain run
 */
export function runTitle(document: RunDocument, counts: string | null): string {
  const verdict = counts === null ? '' : `: ${counts},`
  return `${measuredTitle(document)}${verdict} on ${machineTitle(document.host)}${isGenerated(document) ? ` (${GENERATED})` : ''}`
}

/**
 * Returns what a run contains, for example `24 benchmarks, 240 samples, Docker Engine 28.0.0`; of a check, whose title has
 * no machine, also this.
 */
export function runContents(document: RunDocument, check: Check | null): string {
  const { benchmarks, host } = document
  const samples = benchmarks.reduce((sum, benchmark) => sum + benchmark.samples.length, 0)
  const contents = `${counted(samples, 'sample')}, ${enginesTitle(document)}`
  if (check === null) return `${counted(benchmarks.filter(({ control }) => !control).length, 'benchmark')}, ${contents}`
  return `${counted(check.benchmarks.length, 'benchmark')} of base and head, ${contents}, ${machineTitle(host)}`
}

/** Returns the system and the CPU of a machine, for example `Debian GNU/Linux 13, Example CPU`. */
function machineTitle(host: RunDocument['host']): string {
  return [osTitle(host), host.cpu.model].filter(Boolean).join(', ')
}

/** Returns the title of the version of a transcribed source, of which a commit has its first seven digits. */
export function sourceVersionTitle(version: string): string {
  return `version ${version.slice(0, 7)} of the source`
}

/** Whether the run is a check, which compares two variants (base and head). */
export function isCheck({ benchmarks }: RunDocument): boolean {
  return benchmarks.some(({ variant }) => variant !== null)
}

/** Returns the title of an engine, `Docker Engine 28.0.0`, or the label for work on the host. */
export function engineTitle(document: RunDocument, id: string | null): string {
  if (id === null) return 'host'
  const engine = document.engines.find((candidate) => candidate.id === id)
  return engine === undefined ? id : [engine.product, engine.version].filter(Boolean).join(' ')
}

/** Returns the titles of the engines of a run, each once. */
export function enginesTitle(document: RunDocument): string {
  return listEngines(document.engines.map(({ id }) => engineTitle(document, id)))
}

/** Returns engine titles as one text, each once. A run may have no engine. */
export function listEngines(titles: readonly string[]): string {
  return [...new Set(titles)].join(', ') || 'no container engine'
}

/**
 * Formats the sizes in a description of work. Documents give sizes in bytes: `sequential-write bytes=268435456` becomes
 * `sequential-write 256 MiB`. Other parameters do not change.
 * @param work the text from `describeWork`, or a text that contains it
 */
export function formatWork(work: string): string {
  return work
    .replace(/(?<=^|\s)(bytes|record)=(\d+)(?=$|\s)/g, (_, name: string, count: string) => {
      const size = sizeTitle(Number(count))
      return name === 'bytes' ? size : `${name} ${size}`
    })
    .replace(/(?<=^|\s)mebibytes=(\d+)(?=$|\s)/g, '$1 MiB')
}

/** Formats a size without decimals, because requested sizes are round numbers. */
function sizeTitle(bytes: number): string {
  const [unit = 'bytes', divisor = 1] = SIZES.find(([, size]) => bytes > 0 && bytes % size === 0) ?? []
  return `${bytes / divisor} ${unit}`
}

const SIZES: [string, number][] = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
]

/** Returns the workload with its parameters. For a check, adds the variant: `npm-ci small (base)`. */
export function workloadTitle(benchmark: Benchmark): string {
  return [formatWork(describeWork(benchmark)), ...(benchmark.variant === null ? [] : [`(${benchmark.variant})`])].join(
    ' ',
  )
}

/**
 * The status of a run for readers: `complete` or `partial`, and the number of benchmarks without a result. A run with such
 * benchmarks is not called complete, though it ran to its end.
 */
export function statusTexts(status: string, withoutResult: number): string[] {
  if (withoutResult === 0) return [status]
  return [...(status === 'complete' ? [] : [status]), `${counted(withoutResult, 'benchmark')} without a result`]
}

/** The status of the run of a document, as `statusTexts`. */
export function runStatusTexts({ status, benchmarks }: Pick<RunDocument, 'status' | 'benchmarks'>): string[] {
  return statusTexts(status, benchmarks.filter((benchmark) => benchmark.status !== 'ok').length)
}
