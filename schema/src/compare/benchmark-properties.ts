import { describeBenchmark } from '../benchmark-label.ts'
import { definitionOf } from '../definition-digest.ts'
import type { Benchmark } from '../run.v1.generated.ts'
import { bothIds, compareProperty, type PropertyComparison, type Subject } from './property-comparison.ts'

/** The properties of one benchmark that both documents contain. */
export function benchmarkProperties(a: Benchmark, b: Benchmark): PropertyComparison[] {
  const of: Subject = { kind: 'benchmark', name: describeBoth(a, b) }
  const digest = compareProperty('workload digest', definitionOf(a), definitionOf(b), { part: 'run', of })
  const unsure = digest.a === null || digest.b === null
  const effect = unsure
    ? 'It is unknown whether the workload is the same.'
    : 'The workload differs, so there is no ratio.'
  return [
    digest.same === false ? { ...digest, effect } : digest,
    ...(a.definitionDigest !== undefined && b.definitionDigest !== undefined
      ? [compareProperty('digest of the measured code', a.workloadDigest, b.workloadDigest, { part: 'run', of })]
      : []),
    compareProperty('file system', a.target?.filesystem, b.target?.filesystem, { of }),
    compareProperty('mount point', a.target?.mounted, b.target?.mounted, { of }),
    compareProperty('status of the benchmark', a.status, b.status, { part: 'run', of }),
  ]
}

/** The label of a benchmark that both documents contain. It names both engines if their ids differ. */
export function describeBoth(a: Benchmark, b: Benchmark): string {
  return describeBenchmark({ ...a, engine: a.engine && bothIds(a.engine, b.engine ?? a.engine) })
}

/** Whether two benchmarks are known to be of different work. Other code in the same workload of a project is the same work. */
export function isOtherWork(a: Benchmark, b: Benchmark): boolean {
  return definitionOf(a) !== null && definitionOf(b) !== null && definitionOf(a) !== definitionOf(b)
}
