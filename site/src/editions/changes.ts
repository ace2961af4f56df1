import { describeWork, ownValue, type RunDocument } from '@plimsoll/schema'
import { osTitle } from '../page-parts/titles.ts'
import type { Edition, EditionRow, RowMatch } from './edition.ts'

/** For each workload of a source, the workload of the catalog that repeats it. */
const REPETITIONS: Record<string, string> = {
  'npm-install': 'npm-ci',
  'startup-latency': 'container-start',
  'image-pull-time': 'image-pull',
  'metadata-operations': 'metadata',
}

type Parts = Pick<Edition, 'parts'>
type ReadRun = (hash: string) => RunDocument

/**
 * Matches the rows of two editions that have the same test: the same workload with its parameters (or the workload that
 * repeats it), scenario, engine and system. If several rows of the previous edition have the test, that with the same
 * engine version is meant; a row without one has no match.
 */
export function matchRows(own: Parts, previous: Parts, readRun: ReadRun): RowMatch[] {
  const candidates = Map.groupBy(keyedRows(previous, readRun), ({ key }) => key)
  return keyedRows(own, readRun).flatMap((row) => {
    const isSameWork = (other: KeyedRow) => row.params === null || other.params === null || row.params === other.params
    const found = (candidates.get(row.key) ?? []).filter(isSameWork)
    const [match, another] = found.length > 1 ? found.filter(({ version }) => version === row.version) : found
    return match === undefined || another !== undefined ? [] : [{ own: row.address, previous: match.address }]
  })
}

/** Describes, in sentences, what changed from one edition to the next apart from the figures. */
export function describeChanges(own: Parts, previous: Parts, matches: RowMatch[], readRun: ReadRun): string[] {
  const [now, before] = [own, previous].map((edition) => runsIn(edition, readRun)) as [RunDocument[], RunDocument[]]
  return [
    ...machineChanges(now, before),
    ...workChanges(own, previous, matches, readRun),
    ...engineChanges(now, before),
    matches.length === 0
      ? 'No ratio is in both editions, on the same engine and system, so none is compared.'
      : 'The table has the rows that the two editions have in common: the same test on the same engine and system. It compares ratios, because times from different machines cannot be compared.',
  ]
}

interface KeyedRow {
  key: string
  /** the suite and the parameters as text; null for the workload of a source, which has others than the catalog's */
  params: string | null
  /** the version of the engine */
  version: string | null
  address: RowMatch['own']
}

function keyedRows({ parts }: Parts, readRun: ReadRun): KeyedRow[] {
  return parts.flatMap((part) =>
    part.rows.flatMap((row, index) => {
      const keyed = keyOfRow(row, readRun)
      return keyed === null ? [] : [{ ...keyed, address: { part: part.code, row: index } }]
    }),
  )
}

/** Returns what identifies a row's test. Returns null if the row has no run, and for the references of ratios. */
function keyOfRow({ benchmark, reference, record }: EditionRow, readRun: ReadRun): Omit<KeyedRow, 'address'> | null {
  if (benchmark === null || reference === null) return null
  const { host, engines, suite, benchmarks } = readRun(benchmark.run)
  const found = benchmarks[benchmark.benchmark]
  if (found === undefined) return null
  const { workload, scenario, engine, params } = found
  const repetition = ownValue(REPETITIONS, workload)
  return {
    key: JSON.stringify([repetition ?? workload, scenario, engine, host.os.family, record ?? null]),
    params: repetition ? null : JSON.stringify([suite.name, describeWork(found), params]),
    version: engines.find(({ id }) => id === engine)?.version ?? null,
  }
}

function machineChanges(now: RunDocument[], before: RunDocument[]): string[] {
  const titles = (runs: RunDocument[]) => [...new Set(runs.map(({ host }) => machineTitle(host)))]
  const [own, others] = [titles(now), titles(before)]
  if (own.join() === others.join()) return [`Measured on a machine of the same description: ${own.join('; ')}.`]
  // An edition of stated figures has no run, and so no known machine.
  const previous = others.length === 0 ? '' : ` The previous edition: ${others.join('; ')}.`
  return [`Measured on ${own.join('; ')}.${previous}`]
}

/** Returns the title of a machine, for example `Debian GNU/Linux 13, Example CPU, 8 CPUs`. */
export function machineTitle(host: RunDocument['host']): string {
  const { model, count } = host.cpu
  return [osTitle({ os: host.os } as RunDocument['host']), model, count === null ? null : `${count} CPUs`]
    .filter((part) => part !== null)
    .join(', ')
}

/**
 * Describes how the workloads of matched rows changed. A row may match the row of a workload that repeats its own and
 * has another name.
 */
function workChanges(own: Parts, previous: Parts, matches: RowMatch[], readRun: ReadRun): string[] {
  const works = matches.map((match) => {
    const [now, before] = [workAt(own, match.own, readRun), workAt(previous, match.previous, readRun)]
    return now === before ? null : `The workload changed from ${before} to ${now}.`
  })
  return [...new Set(works.filter((text) => text !== null))]
}

function workAt({ parts }: Parts, { part, row }: RowMatch['own'], readRun: ReadRun): string {
  const benchmark = parts.find(({ code }) => code === part)?.rows[row]?.benchmark
  const found = benchmark && readRun(benchmark.run).benchmarks[benchmark.benchmark]
  return found ? describeWork(found) : ''
}

function engineChanges(now: RunDocument[], before: RunDocument[]): string[] {
  const [own, others] = [enginesOf(now), enginesOf(before)]
  const both = [...own].filter(([id]) => others.has(id))
  const changed = both.filter(([id, version]) => others.get(id) !== version)
  const unchanged = both.filter(([id, version]) => others.get(id) === version).map(([, version]) => version)
  const list = (engines: string[], before: string) => (engines.length === 0 ? [] : [`${before} ${engines.join(', ')}.`])
  const only = (some: Map<string, string>, rest: Map<string, string>) =>
    [...some].filter(([id]) => !rest.has(id)).map(([, version]) => version)
  return [
    ...changed.map(([id, version]) => `The engine changed from ${others.get(id)} to ${version}.`),
    ...list(unchanged, 'Same version in both:'),
    ...list(only(own, others), 'New engines:'),
    ...list(only(others, own), 'Not measured again:'),
  ]
}

/**
 * Returns product and version of each engine as text, by the engine's id. If two engines have the same text, the text
 * includes the id.
 */
function enginesOf(runs: RunDocument[]): Map<string, string> {
  const engines = new Map(runs.flatMap(({ engines }) => engines).map((engine) => [engine.id, engine]))
  const title = ({ product, version }: RunDocument['engines'][number]) => [product, version].filter(Boolean).join(' ')
  const titles = [...engines.values()].map(title)
  return new Map(
    [...engines].map(([id, engine]) => {
      const alike = titles.filter((other) => other === title(engine)).length > 1
      return [id, alike ? `${title(engine)} (${id})` : title(engine)]
    }),
  )
}

function runsIn({ parts }: Parts, readRun: ReadRun): RunDocument[] {
  const hashes = parts.flatMap(({ rows }) => rows.flatMap(({ benchmark }) => benchmark?.run ?? []))
  return [...new Set(hashes)].map(readRun)
}
