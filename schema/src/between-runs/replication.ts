import { canonicalize } from '../canonical-json.ts'
import { compareProperties, type PropertyComparison } from '../compare/index.ts'
import { ownValue } from '../own-value.ts'
import type { Benchmark, RunDocument } from '../run.v1.generated.ts'

/**
 * The properties that may differ between a run and its replication: the moment, the chance, what the rounds rule found,
 * and who measured. All other recorded properties must be equal, because they may change the ratios.
 */
const MAY_DIFFER = new Set([
  'load average before',
  'other containers before',
  'other virtual machines before',
  'CPU time taken by the hypervisor before',
  'status of the benchmark',
  'rounds',
  'order of the engines',
  'digest of the suite',
  'version of the suite',
  'suite',
  'division',
  'deviations from the suite',
  'commit of the harness',
  'project',
  'commit of the project',
  'origin of the image',
])

/** Properties that must be known: if both documents lack them, nothing says that they are equal. */
const MUST_BE_KNOWN = new Set(['CPU model', 'CPU count', 'version', 'workload digest'])

/** A run may only claim to repeat another one if none of these properties differ. */
const CLAIMED = new Set(['workloads, params and scenarios', 'half-width wanted', 'workload digest'])

/**
 * How a run differs from the run that it repeats, so that it does not count as its replication. Empty if it counts: it
 * has an equal request, workloads, engines, images, and a machine of the same description.
 */
export function replicationDifferences(original: RunDocument, replication: RunDocument): PropertyComparison[] {
  const [a, b] = [original, replication].map(requestOf) as [Request, Request]
  // If the works differ, their engines cannot be compared one by one.
  const isSameWork = a['workloads, params and scenarios'] === b['workloads, params and scenarios']
  const request = (Object.keys(a) as (keyof Request)[])
    .filter((what) => a[what] !== b[what] && (what !== 'engines' || isSameWork))
    .map((what) => ({ what, part: 'run' as const, of: null, a: a[what], b: b[what], same: false }))
  const properties = compareProperties(original, replication)
  return [
    ...request,
    ...properties.filter(
      (property) =>
        (property.same === false && !MAY_DIFFER.has(property.what) && !isSameContent(property)) ||
        (property.same === null && MUST_BE_KNOWN.has(property.what)),
    ),
  ]
}

/**
 * Why a run does not repeat another one at all: it measured other work, or with another precision. Empty if it repeats
 * the request, perhaps with another engine or machine.
 */
export function requestDifferences(original: RunDocument, replication: RunDocument): PropertyComparison[] {
  return replicationDifferences(original, replication).filter(({ what }) => CLAIMED.has(what))
}

/**
 * Sorts runs into groups: the earliest run of each group, and the later ones that repeat it. The groups are in the order
 * of their earliest runs.
 */
export function groupByDesign<T extends { document: RunDocument }>(runs: readonly T[]): [T, ...T[]][] {
  const groups: [T, ...T[]][] = []
  for (const run of runs.toSorted((a, b) => Date.parse(a.document.startedAt) - Date.parse(b.document.startedAt))) {
    const group = groups.find(([first]) => replicationDifferences(first.document, run.document).length === 0)
    if (group) group.push(run)
    else groups.push([run])
  }
  return groups
}

/**
 * The properties that differ, each once, as `engine version` or `CPU model`. No text of a document is in the names, so
 * that they can be shown on the page of another run.
 */
export function nameDifferences(differences: readonly PropertyComparison[]): string[] {
  const names = differences.map(({ what, of }) =>
    of === null || what.startsWith(of.kind) ? what : `${of.kind} ${what}`,
  )
  return [...new Set(names)]
}

/**
 * Whether a run has samples of another one, so that it is a copy of it in part at least: in some benchmark, at least half
 * of the samples have times that are also in the other run, to the nanosecond.
 */
export function hasCopiedSamples(original: RunDocument, copy: RunDocument): boolean {
  const known = new Set(original.benchmarks.flatMap(timesOf))
  return copy.benchmarks.map(timesOf).some((times) => {
    const copied = times.filter((time) => known.has(time)).length
    return copied >= MIN_COPIED && 2 * copied >= times.length
  })
}

/** The first two of some measured runs of which the second has samples of the first; null if there are none. */
export function findCopy<T extends { document: RunDocument }>(runs: readonly T[]): { original: T; copy: T } | null {
  const measured = runs.filter(({ document }) => document.origin.kind === 'measured')
  for (const [at, copy] of measured.entries()) {
    const original = measured.slice(0, at).find(({ document }) => hasCopiedSamples(document, copy.document))
    if (original !== undefined) return { original, copy }
  }
  return null
}

/** Fewer samples than this may have equal values by chance. */
const MIN_COPIED = 3

/** The times of each sample of a benchmark as a text, without samples that have no time. */
function timesOf({ status, metrics, samples }: Benchmark): string[] {
  const names = metrics.filter(({ unit }) => unit === 'ns').map(({ name }) => name)
  if (status !== 'ok') return []
  return samples.flatMap(({ values }) => {
    const times = names.flatMap((name) => ownValue(values, name) ?? [])
    return times.length === 0 ? [] : [JSON.stringify(times)]
  })
}

/** Two images with the same packages are the same content, though each build has a digest of its own. */
function isSameContent({ what, effect }: PropertyComparison): boolean {
  return what === 'image digest' && effect !== undefined
}

interface Request {
  'workloads, params and scenarios': string
  engines: string
  'half-width wanted': number | null
}

/** What was requested: the benchmarks with their controls, their engines, and the precision. Not seed, order or rounds. */
function requestOf({ benchmarks, design }: RunDocument): Request {
  const works = benchmarks.map(({ workload, params, scenario, variant, control = false, engine }) => ({
    work: canonicalize([workload, params, scenario, variant, control]),
    engine,
  }))
  return {
    'workloads, params and scenarios': works
      .map(({ work }) => work)
      .sort()
      .join('\n'),
    engines: works
      .map(({ work, engine }) => `${work} ${engine}`)
      .sort()
      .join('\n'),
    'half-width wanted': design.roundsRule?.halfWidth ?? null,
  }
}
