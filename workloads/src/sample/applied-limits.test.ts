import { expect, test } from 'vitest'
import { limitProblem } from './applied-limits.ts'

/** The process as the agent describes it in a container with this limit, in microseconds. */
const inspected = (cpuQuota: number | null) =>
  `${JSON.stringify({ step: 'process', libc: 'glibc', cpus: 2, cpuQuota, cpuPeriod: cpuQuota && 100_000, memoryLimit: null, memoryAvailable: 1, seccomp: true })}\n`

test.each([
  ['applied', 0.5, { stdout: inspected(50_000) }, null],
  ['applied, and rounded by the engine', 0.333_333, { stdout: inspected(33_333) }, null],
  ['ignored, as by a rootless engine', 0.5, { stdout: inspected(null) }, 'inside the container there is none.'],
  ['tighter than requested', 2, { stdout: inspected(100_000) }, 'inside the container there is a limit of 1 CPUs.'],
  [
    'refused',
    0.5,
    { exitCode: 125, stderr: 'no CFS' },
    'Fake could not run a container with a limit of 0.5 CPUs (“no CFS”)',
  ],
])('a limit of CPUs that is %s', async (_what, cpus, result, problem) => {
  const asked: unknown[] = []
  const runAgent = async (args: string[], _signal?: AbortSignal, limits?: object) => {
    asked.push(args, limits)
    return { exitCode: 0, stdout: '', stderr: '', ...result }
  }
  const found = await limitProblem('Fake', { cpus }, runAgent)
  expect(found).toEqual(problem && expect.stringContaining(problem))
  expect(asked).toEqual([['inspect'], { cpus }])
})
