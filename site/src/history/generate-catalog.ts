import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

// This script writes the texts of the catalog's workloads, and the order of the scenarios, to `catalog.json`. The pages of
// workloads need both, because run documents have only the names. The values that metrics should meet are in a file of
// their own, because a script in the browser needs them without the texts. So are the names of the engines, with which
// runs are indexed. The catalog is in another package, so this
// script reads it from the output of `plimsoll list --format json`. Run this script after a change of the catalog; until
// then, a test fails.

/** The texts of a workload in the catalog. */
export interface WorkloadText {
  title: string
  question: string
  origin: string
  timed: string
  differs: string
}

/** The part of a workload in `plimsoll list --format json` that says what its metrics should be. */
interface ListedWorkload {
  workload: string
  metrics: { name: string; unit: string; per?: string }[]
  limits?: { cpus: number }
}

interface Listing {
  workloads: (WorkloadText & ListedWorkload)[]
  scenarios: { id: string }[]
  supportedEngines: { product: string; id: string }[]
}

export const CATALOG_FILE = path.join(import.meta.dirname, 'catalog.json')
export const ENGINES_FILE = path.join(import.meta.dirname, '..', 'store', 'engine-names.json')
export const TARGETS_FILE = path.join(import.meta.dirname, '..', 'page-parts', 'metric-targets.json')

const COMMAND = path.join(import.meta.dirname, '..', '..', '..', 'action', 'bin', 'plimsoll.js')

/** Returns the contents of the three files. */
export function generateCatalog(): { catalog: string; targets: string; engines: string } {
  const listed = execFileSync(process.execPath, [COMMAND, 'list', '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const { workloads, scenarios, supportedEngines } = JSON.parse(listed) as Listing
  const texts = workloads.map(({ workload, title, question, origin, timed, differs }) => [
    workload,
    { title, question, origin, timed, differs },
  ])
  const targets = workloads
    .map((workload): [string, Record<string, number>] => [workload.workload, listMetricTargets(workload)])
    .filter(([, ofMetrics]) => Object.keys(ofMetrics).length > 0)
  return {
    catalog: toText({ workloads: Object.fromEntries(texts), scenarios: scenarios.map(({ id }) => id) }),
    targets: toText(Object.fromEntries(targets)),
    // A machine by ssh is no product.
    engines: toText(supportedEngines.filter(({ id }) => id !== 'ssh').map(({ product }) => product)),
  }
}

/**
 * Returns the values that metrics of a workload should meet, by metric. Of CPU time divided by time under a CPU limit,
 * neither less nor more is better: it should be the limit.
 */
export function listMetricTargets({
  metrics,
  limits,
}: Pick<ListedWorkload, 'metrics' | 'limits'>): Record<string, number> {
  if (limits === undefined) return {}
  const isTime = (name?: string) => metrics.some((metric) => metric.name === name && metric.unit === 'ns')
  const shares = metrics.filter(({ name, per }) => isTime(name) && isTime(per))
  return Object.fromEntries(shares.map(({ name }) => [name, limits.cpus]))
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

if (import.meta.main) {
  const { catalog, targets, engines } = generateCatalog()
  writeFileSync(CATALOG_FILE, catalog)
  writeFileSync(TARGETS_FILE, targets)
  writeFileSync(ENGINES_FILE, engines)
}
