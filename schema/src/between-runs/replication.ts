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

/** Two images with the same packages are the same content, though each build has a digest of its own. */
function isSameContent({ what, effect }: PropertyComparison): boolean {
  return what === 'image digest' && effect !== undefined
}

interface Request {
  benchmarks: string
  'half-width wanted': number | null
}

/** What was requested: the benchmarks with their controls and warm-ups, and the precision. Not seed, order or rounds. */
function requestOf({ benchmarks, design }: RunDocument): Request {
  const works = benchmarks.map(({ workload, params, scenario, engine, variant, control = false }) =>
    canonicalize([workload, params, scenario, engine, variant, control]),
  )
  return { benchmarks: works.sort().join('\n'), 'half-width wanted': design.roundsRule?.halfWidth ?? null }
}
