import { describeWork, type RunDocument } from '@plimsoll/schema'
import { osTitle } from '../page/titles.ts'
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
 * Matches the rows of two editions that have the same test: the same workload (or the one that repeats it), scenario,
 * engine and system.
 */
export function matchRows(own: Parts, previous: Parts, readRun: ReadRun): RowMatch[] {
  const previousRows = new Map(keyedRows(previous, readRun).map(({ key, address }) => [key, address]))
  return keyedRows(own, readRun).flatMap(({ key, address }) => {
    const match = previousRows.get(key)
    return match === undefined ? [] : [{ own: address, previous: match }]
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
      ? 'The two editions have no test on the same engine and system in common, so their ratios are not compared.'
      : 'The table has the rows that the two editions have in common: the same test on the same engine and system. It compares ratios, because times from different machines cannot be compared.',
  ]
}

function keyedRows({ parts }: Parts, readRun: ReadRun): { key: string; address: RowMatch['own'] }[] {
  return parts.flatMap((part) =>
    part.rows.flatMap((row, index) => {
      const key = keyOfRow(row, readRun)
      return key === null ? [] : [{ key, address: { part: part.code, row: index } }]
    }),
  )
}

/**
 * Returns a text that identifies a row's test. Returns null if the row has no run, and for the references of ratios.
 */
function keyOfRow({ benchmark, reference, record }: EditionRow, readRun: ReadRun): string | null {
  if (benchmark === null || reference === null) return null
  const { host, benchmarks } = readRun(benchmark.run)
  const { workload = '', scenario, engine } = benchmarks[benchmark.benchmark] ?? {}
  return JSON.stringify([REPETITIONS[workload] ?? workload, scenario, engine, host.os.family, record ?? null])
}

function machineChanges(now: RunDocument[], before: RunDocument[]): string[] {
  const titles = (runs: RunDocument[]) => [...new Set(runs.map(({ host }) => machineTitle(host)))]
  const [own, others] = [titles(now), titles(before)]
  if (own.join() === others.join()) return [`Measured on the same machine: ${own.join('; ')}.`]
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
