import { readFileSync } from 'node:fs'
import type { RunDocument } from '@plimsoll/schema'

const EXAMPLE = JSON.parse(readFileSync(new URL('../../examples/run.json', import.meta.url), 'utf8')) as RunDocument

/** The workloads of a synthetic run. With four scenarios each, they make 24 benchmarks. */
export const WORKLOADS = ['npm-ci', 'go-list', 'symfony-page', 'rake-tasks', 'write-tree', 'stat-tree']
const SCENARIOS = { native: 1, layer: 1.06, volume: 1.1, bind: 2.4 }
const ROUNDS = 10
/** The number of days on which synthetic runs start. The day of a run follows from its number. */
export const DAYS = 1000
const MACHINES = [
  { family: 'linux', name: 'Debian GNU/Linux', version: '13', cpu: 'AMD EPYC 7763' },
  { family: 'linux', name: 'Ubuntu', version: '24.04', cpu: 'Intel Xeon Platinum 8370C' },
  { family: 'macos', name: 'macOS', version: '15.1.1', cpu: 'Apple M4 Pro' },
  { family: 'macos', name: 'macOS', version: '14.5', cpu: 'Apple M1' },
] as const

/**
 * Returns the synthetic run with this number: 24 benchmarks × 10 samples, of one of 40 projects, on one of four
 * machines, on one of 1,000 days. The same number always gives the same run.
 */
export function generateRun(number: number): RunDocument {
  const random = xorshift(number + 1)
  const { family, name, version, cpu } = MACHINES[number % MACHINES.length] as (typeof MACHINES)[0]
  const day = new Date(Date.UTC(2024, 0, 1 + (number % DAYS), number % 24)).toISOString().replace('.000', '')
  const run = structuredClone(EXAMPLE)
  run.startedAt = day
  run.finishedAt = day
  run.source = {
    repository: `example/project-${number % 40}`,
    commit: hexadecimal(random, 40),
    ref: 'refs/heads/main',
    pullRequest: null,
    workflowRun: null,
  }
  Object.assign(run.host, { os: { family, name, version }, cpu: { model: cpu, count: 4 } })
  run.notes = [{ code: 'generated', text: `Run ${number} of a registry that is invented for measuring it.` }]
  run.design.seed = number
  const [benchmark] = run.benchmarks
  if (benchmark === undefined) throw new Error('the example has no benchmark')
  run.benchmarks = Object.entries(SCENARIOS).flatMap(([scenario, factor], at) =>
    WORKLOADS.map((workload, position) => ({
      ...benchmark,
      workload,
      scenario,
      engine: scenario === 'native' ? null : 'docker',
      samples: Array.from({ length: ROUNDS }, (_, round) => {
        const duration = Math.round((1 + position) * 4e8 * factor * (0.97 + 0.06 * random()))
        return {
          round,
          order: at * WORKLOADS.length + position,
          slot: `r${round}-${at * WORKLOADS.length + position}`,
          offset: Math.round(random() * 9e10),
          warmup: false,
          cpu: { user: Math.round(duration * 0.6), system: Math.round(duration * 0.3) },
          values: { duration },
          failure: null,
        }
      }),
    })),
  )
  return run
}

/**
 * Returns Marsaglia's 32-bit xorshift generator of numbers from 0 to 1. The runs only need to differ, so the
 * generator's quality suffices.
 */
function xorshift(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

/** Returns a random text of hexadecimal digits. */
function hexadecimal(random: () => number, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
}
