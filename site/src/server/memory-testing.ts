import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RunDocument } from '@plimsoll/schema'
import { runOfWorkflow } from './testing.ts'

const ROOT = '/sys/fs/cgroup'

/** A control group of processes with a limit of memory. For tests only. */
export interface MemoryGroup {
  /** The command line that runs a command in the group. */
  command(program: string, args: string[]): [program: string, args: string[]]
  /** Returns the number of processes that the kernel killed because the group had no memory left. */
  kills(): number
  /** Returns the memory of all processes of the group that cannot be dropped, in bytes, without caches of files. */
  used(): number
  /** Returns the largest memory of the group so far, in bytes, with caches of files. */
  peak(): number
  /** Kills the processes of the group, and removes it. */
  remove(): Promise<void>
}

/**
 * Makes a control group, of version 1 or 2 (cgroups(7)). Throws if this user or this system cannot make one.
 * @param limit its memory, in bytes
 */
export function memoryGroup(limit: number): MemoryGroup {
  const first = path.join(ROOT, 'memory')
  const isFirst = existsSync(path.join(first, 'memory.limit_in_bytes'))
  if (!isFirst) writeFileSync(path.join(ROOT, 'cgroup.subtree_control'), '+memory')
  const directory = path.join(isFirst ? first : ROOT, `plimsoll-test-${process.pid}`)
  mkdirSync(directory)
  const fileOf = (name: string) => path.join(directory, name)
  const read = (name: string) => readFileSync(fileOf(name), 'utf8')
  const valueIn = (name: string, key: string) => Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(read(name))?.[1])
  writeFileSync(fileOf(isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(limit))
  return {
    command: (program, args) => ['sh', ['-c', 'echo $$ > "$0" && exec "$@"', fileOf('cgroup.procs'), program, ...args]],
    kills: () => valueIn(isFirst ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    used: () => valueIn('memory.stat', isFirst ? 'total_rss' : 'anon'),
    peak: () => Number(read(isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak')),
    async remove() {
      const members = () => read('cgroup.procs').split('\n').filter(Boolean).map(Number)
      for (let left = members(); left.length > 0; left = members()) {
        for (const pid of left) kill(pid)
        await setTimeout(100)
      }
      rmdirSync(directory)
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Returns a valid run as large as the schema allows: 10,000 benchmarks of one workload with different parameters, in
 * four scenarios each.
 * @param number runs with different numbers differ in every value
 */
export function largeRun(number: number, { benchmarks = 10_000, rounds = 7 } = {}): RunDocument {
  return runOfWorkflow((run) => {
    const four = run.benchmarks.slice(0, 4)
    run.source = null
    run.division = 'standard'
    run.deviations = []
    run.notes = []
    run.benchmarks = Array.from({ length: benchmarks }, (_, index) => {
      const pattern = four[index % four.length] as RunDocument['benchmarks'][number]
      const [sample] = pattern.samples.filter(({ warmup }) => !warmup) as [
        RunDocument['benchmarks'][number]['samples'][0],
      ]
      const samples = Array.from({ length: rounds }, (_, round) => ({
        ...sample,
        ...{ round, order: index, slot: `${number}-${round}-${index}` },
        values: Object.fromEntries(
          Object.keys(sample.values).map((name, at) => [name, durationOf(number, index, round + at)]),
        ),
      }))
      return { ...pattern, params: { size: `s${Math.floor(index / four.length)}` }, samples }
    })
  })
}

/**
 * Returns a small run, or a run that repeats the request of that run: with 14,000 rounds, it has 20 MB.
 * @param replicates the hash of the run that it repeats
 */
export function repeatedRun({ number = 0, rounds = 7, replicates }: RepeatedRun = {}): RunDocument {
  const run = largeRun(number, { benchmarks: 8, rounds })
  if (replicates === undefined) return run
  const [startedAt, finishedAt] = ['2025-06-01T10:00:00Z', '2025-06-01T11:00:00Z']
  return { ...run, startedAt, finishedAt, replicates: { document: replicates, ...ANEW } }
}

interface RepeatedRun {
  number?: number
  rounds?: number
  replicates?: string
}

const ANEW = { images: 'anew', engine: 'anew', machine: 'anew' } as const

/** Some value that differs from sample to sample. */
function durationOf(number: number, index: number, round: number): number {
  return 1_000_000_000 + ((number * 7919 + index * 104_729 + round * 1299709) % 100_000_007)
}
