import { readFileSync } from 'node:fs'
import { LOOKS } from '@plimsoll/schema/verdict'
import type { Variants } from './variants.ts'

export const RECORDINGS = ['quiet', 'noisy'] as const
export type Recording = (typeof RECORDINGS)[number]

/**
 * The logarithms of the recorded times of one workload. There are those of run a (base), those of run b (head), and
 * both in chronological order.
 */
export interface RecordedBenchmark {
  variants: Variants
  series: number[]
}

/**
 * Every stretch of consecutive rounds of a recording. A stretch has as many rounds as the last look (interim analysis)
 * for which the recording is long enough. The recordings are null pairs from a quiet and a noisy host. In a null pair,
 * each round runs the same work twice, in random order.
 */
export function listStretches(name: Recording): RecordedBenchmark[][] {
  const benchmarks = read(name)
  const available = Math.min(...benchmarks.map(({ variants }) => variants.base.length))
  const rounds = Math.max(...LOOKS.filter((look) => look <= available))
  return Array.from({ length: available - rounds + 1 }, (_, start) =>
    benchmarks.map(({ variants, series }) => ({
      variants: { base: variants.base.slice(start, start + rounds), head: variants.head.slice(start, start + rounds) },
      series: series.slice(2 * start, 2 * (start + rounds)),
    })),
  )
}

function read(name: Recording): RecordedBenchmark[] {
  const text = readFileSync(new URL(`./null-pairs-${name}.csv`, import.meta.url), 'utf8')
  const workloads = new Map<string, RecordedBenchmark>()
  for (const line of text.trim().split('\n').slice(1)) {
    const [, workload, , first, a, b] = line.split(',') as [string, string, string, string, string, string]
    const benchmark = workloads.get(workload) ?? { variants: { base: [], head: [] }, series: [] }
    workloads.set(workload, benchmark)
    const pair = [Math.log(Number(a)), Math.log(Number(b))] as const
    benchmark.variants.base.push(pair[0])
    benchmark.variants.head.push(pair[1])
    benchmark.series.push(...(first === 'A' ? pair : pair.toReversed()))
  }
  return [...workloads.values()]
}
