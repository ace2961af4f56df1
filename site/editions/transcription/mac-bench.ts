import type { Benchmark } from '@plimsoll/schema'
import { transcribedBenchmark } from './transcribed-run.ts'

/**
 * The four tests of docker-for-mac-bench, in the order of its Makefile: their scenarios, their titles on these pages,
 * and their names in the sources.
 */
export const TESTS = [
  { scenario: 'native', title: 'Native', in2022: 'Native', in2025: 'Native' },
  { scenario: 'layer', title: 'No volumes', in2022: 'Docker', in2025: 'No volumes' },
  {
    scenario: 'bind-volume',
    title: 'Bind mount + volume',
    in2022: 'Docker - Bind Mount + Volume',
    in2025: 'Bind mount + volume',
  },
  { scenario: 'bind', title: 'Bind mount', in2022: 'Docker - Bind Mount', in2025: 'bind mount' },
] as const

export const AUTHORS = ['Paolo Mainardi']

export const LICENCE_NOTE = {
  code: 'licence',
  text: 'The source states no licence for its figures, which are quoted as facts with citation; its articles are under CC BY-NC-ND 4.0.',
}

/** The fields that all documents of docker-for-mac-bench share. */
export const MAC_BENCH = {
  suite: 'docker-for-mac-bench',
  harness: { name: 'docker-for-mac-bench (make)', version: 'not recorded', commit: null },
}

/**
 * Returns the benchmark of one row of the source.
 * @param times the times of its runs, in ns, in the order of the source
 */
export function installBenchmark(scenario: string, engine: string | null, order: number, times: number[]): Benchmark {
  const work = { workload: 'npm-install', params: { tree: 'create-react-app' }, scenario, engine }
  return transcribedBenchmark(work, order, times)
}
