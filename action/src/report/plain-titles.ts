import { type Benchmark, describeWork } from '@plimsoll/schema'
import { findScenario, listWorkloads } from '@plimsoll/workloads'

type BenchmarkName = Pick<Benchmark, 'workload' | 'params' | 'scenario'>

/**
 * The names of benchmarks in plain words, such as `npm ci on a bind mount`. A name has params only if its workload has
 * several combinations of params: `npm ci (small) on a bind mount`. A workload of a project is named by its id, because a
 * run document has no titles.
 */
export function plainTitles(benchmarks: readonly BenchmarkName[]): string[] {
  const ofCatalog = new Map(listWorkloads().map(({ workload, title }) => [workload, title]))
  const works = Map.groupBy(new Set(benchmarks.map((benchmark) => JSON.stringify(workOf(benchmark)))), (text) => {
    const [workload] = JSON.parse(text) as [string, string]
    return workload
  })
  return benchmarks.map((benchmark) => {
    const [workload, params] = workOf(benchmark)
    const several = (works.get(workload)?.length ?? 0) > 1 && params !== ''
    const place = findScenario(benchmark.scenario)?.where ?? `in ${benchmark.scenario}`
    return [ofCatalog.get(workload) ?? workload, ...(several ? [`(${params})`] : []), place].join(' ')
  })
}

/** A title in the middle of a sentence: `File metadata on a volume` begins in lower case, a proper name does not. */
export function inSentence(title: string): string {
  return title.replace(/^(?!Symfony)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

/** The workload of a benchmark, and its params as one text. */
function workOf({ workload, params }: BenchmarkName): [workload: string, params: string] {
  return [workload, describeWork({ workload, params }).slice(workload.length + 1)]
}
