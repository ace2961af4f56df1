import { canonicalize } from '../canonical-json.ts'
import { compareRuns, type PropertyComparison } from '../compare/index.ts'
import type { RunDocument } from '../run.v1.generated.ts'

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

/** A run may only claim to repeat another one if none of these properties differ. */
const CLAIMED = new Set(['workloads, params and scenarios', 'half-width wanted', 'workload digest'])

/**
 * How a run differs from the run that it repeats, so that it does not count as its replication. Empty if it counts: it
 * has an equal request, workloads, engines, images, and a machine of the same description.
 */
export function replicationDifferences(original: RunDocument, replication: RunDocument): PropertyComparison[] {
  const [a, b] = [original, replication].map(requestOf) as [Request, Request]
  const request = (Object.keys(a) as (keyof Request)[])
    .filter((what) => a[what] !== b[what])
    .map((what) => ({ what, of: null, a: a[what], b: b[what], same: false }))
  const { differences } = compareRuns(original, replication)
  return [
    ...request,
    ...differences.filter((difference) => !MAY_DIFFER.has(difference.what) && !isSameContent(difference)),
  ]
}

/**
 * Why a run does not repeat another one at all: it measured other work, or with another precision. Empty if it repeats
 * the request, perhaps with another engine or machine.
 */
export function requestDifferences(original: RunDocument, replication: RunDocument): PropertyComparison[] {
  return replicationDifferences(original, replication).filter(({ what }) => CLAIMED.has(what))
}

/** The properties that differ, each with the name of its engine or workload, each once. */
export function nameDifferences(differences: readonly PropertyComparison[]): string[] {
  return [...new Set(differences.map(({ what, of }) => (of ? `${what} of ${of.name}` : what)))]
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

/** What was requested: the benchmarks with their controls, the engines, and the precision. Not seed, order or rounds. */
function requestOf({ benchmarks, design }: RunDocument): Request {
  const works = benchmarks.map(({ workload, params, scenario, variant, control = false }) =>
    canonicalize([workload, params, scenario, variant, control]),
  )
  const engines = benchmarks.flatMap(({ engine }) => engine ?? [])
  return {
    'workloads, params and scenarios': works.sort().join('\n'),
    engines: [...new Set(engines)].sort().join(', '),
    'half-width wanted': design.roundsRule?.halfWidth ?? null,
  }
}
