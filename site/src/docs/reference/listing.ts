import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** What `plimsoll list --json` tells, as far as pages have it. */
export interface Listing {
  workloads: ListedWorkload[]
  suites: { suite: string; version: number; purpose: string; benchmarks: SuiteBenchmark[] }[]
  scenarios: { id: string; title: string; summary: string }[]
  knownEngines: { product: string; id: string; foundBy: string; readFrom: string }[]
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
}

/** Ask the command. @param repository its directory */
export async function listing(repository: string): Promise<Listing> {
  // Anywhere but in a project, whose own workloads would be among them.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(repository, 'action/bin/plimsoll.js'), 'list', '--json'],
    { cwd: tmpdir(), maxBuffer: 10_000_000 },
  )
  return JSON.parse(stdout)
}
