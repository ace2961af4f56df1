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
  scenarios: string[]
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
