import { emulatedEngines } from '../emulation.ts'
import type { Benchmark, Engine, RunDocument } from '../run.v1.generated.ts'
import { benchmarkProperties } from './benchmark-properties.ts'
import { type ComparedBenchmark, compareBenchmarks, uncheckedWorks } from './benchmarks.ts'
import { engineProperties } from './engine-properties.ts'
import { groundProperties } from './ground-properties.ts'
import { type Pairs, pairUp } from './pairs.ts'
import type { PropertyComparison } from './property-comparison.ts'
import { runProperties } from './run-properties.ts'

/**
 * Explains why a comparison of two documents is not a verdict.
 * @param machinesDiffer whether the documents are known to be of different machines
 */
export function whyNoVerdict({ machinesDiffer }: { machinesDiffer: boolean }): string {
  return `not a verdict: A and B ran at different times, ${machinesDiffer ? '' : 'perhaps '}on different machines, so a ratio does not show what caused a difference; to learn what a change of your code costs, measure it before and after in one job.`
}

/** Explains why a comparison is not a verdict if it is not known whether the machines differ. */
export const NOT_A_VERDICT = whyNoVerdict({ machinesDiffer: false })

/** The comparison of two run documents. */
export interface Comparison extends Pick<Pairs, 'corresponding' | 'benchmarksOnlyInA' | 'benchmarksOnlyInB'> {
  /** Every recorded property that may affect the times and is not known to be the same. */
  differences: PropertyComparison[]
  same: PropertyComparison[]
  /** The properties that neither document records. */
  unknown: PropertyComparison[]
  /** The engines with an emulated CPU. Their benchmarks have no ratio. */
  emulated: { engine: string; product: string; in: 'A' | 'B' }[]
  /** The runs that could not measure equal things as equal, so that a difference can be that of a disturbance. */
  unreliable: { in: 'A' | 'B'; workloads: string[] }[]
  benchmarks: ComparedBenchmark[]
}

/**
 * Compares two valid runs. Returns their differences, and the cost of B relative to A for every benchmark that both documents
 * contain.
 */
export function compareRuns(a: RunDocument, b: RunDocument): Comparison {
  const pairs = pairUp(a, b)
  const properties = compareProperties(a, b, pairs)
  return {
    differences: properties.filter(({ same }) => same === false),
    same: properties.filter(({ same }) => same === true),
    unknown: properties.filter(({ same }) => same === null),
    emulated: [...emulatedIn(a.engines, 'A'), ...emulatedIn(b.engines, 'B')],
    corresponding: pairs.corresponding,
    unreliable: [...uncheckedIn(a, 'A'), ...uncheckedIn(b, 'B')],
    benchmarks: compareBenchmarks(a, b, pairs),
    benchmarksOnlyInA: pairs.benchmarksOnlyInA,
    benchmarksOnlyInB: pairs.benchmarksOnlyInB,
  }
}

/** Every recorded property that may affect the times of two valid runs and is not known to be the same. */
export function listDifferences(a: RunDocument, b: RunDocument): PropertyComparison[] {
  return compareProperties(a, b).filter(({ same }) => same === false)
}

/** Every property that may affect the times of two valid runs. */
export function compareProperties(a: RunDocument, b: RunDocument, pairs = pairUp(a, b)): PropertyComparison[] {
  return [
    ...runProperties(a, b),
    ...groundProperties(a, b),
    ...engineProperties(a, b, pairs),
    ...pairs.benchmarks.flatMap((pair) =>
      benchmarkProperties(a.benchmarks[pair.a] as Benchmark, b.benchmarks[pair.b] as Benchmark),
    ),
  ]
}

function uncheckedIn(document: RunDocument, name: 'A' | 'B'): Comparison['unreliable'] {
  const works = uncheckedWorks(document)
  return works.size === 0 ? [] : [{ in: name, workloads: [...works] }]
}

function emulatedIn(engines: readonly Engine[], document: 'A' | 'B'): Comparison['emulated'] {
  const emulated = emulatedEngines(engines)
  return engines.filter(({ id }) => emulated.has(id)).map(({ id, product }) => ({ engine: id, product, in: document }))
}
