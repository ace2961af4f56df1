import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The part of the output of `plimsoll list --format json` that pages use. */
export interface Listing {
  workloads: ListedWorkload[]
  suites: { suite: string; version: number; purpose: string; benchmarks: SuiteBenchmark[] }[]
  scenarios: { id: string; title: string; summary: string }[]
  supportedEngines: { product: string; id: string; foundBy: string; readFrom: string }[]
}

export interface ListedWorkload {
  workload: string
  question: string
  timed?: string
  origin?: string
  differs?: string
  params: Record<string, (string | number)[]>
  metrics: { name: string; unit: string; better: string; primary: boolean; per?: string }[]
  limits?: { cpus: number }
  scenarios: string[]
}

/**
 * Returns the values that metrics of a workload should meet, by metric. Of CPU time divided by time under a CPU limit,
 * neither less nor more is better: it should be the limit.
 */
export function targetsOf({ metrics, limits }: Pick<ListedWorkload, 'metrics' | 'limits'>): Record<string, number> {
  if (limits === undefined) return {}
  const isTime = (name?: string) => metrics.some((metric) => metric.name === name && metric.unit === 'ns')
  const shares = metrics.filter(({ name, per }) => isTime(name) && isTime(per))
  return Object.fromEntries(shares.map(({ name }) => [name, limits.cpus]))
}

interface SuiteBenchmark {
  workload: string
  params: Record<string, string | number>
  scenarios: string[]
  rounds: number
  warmups: number
  /** Whether the run sets the rounds; `rounds` is then the maximum. */
  adapt?: true
}

/** Runs `plimsoll list --format json`. @param repository the repository's directory */
export async function listing(repository: string): Promise<Listing> {
  // Run the command outside of any project, because in a project it also lists the project's own workloads.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(repository, 'action/bin/plimsoll.js'), 'list', '--format', 'json'],
    { cwd: tmpdir(), maxBuffer: 10_000_000 },
  )
  return JSON.parse(stdout)
}
