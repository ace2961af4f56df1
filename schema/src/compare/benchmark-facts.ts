import { describeBenchmark } from '../label.ts'
import type { Benchmark } from '../run.v1.generated.ts'
import { bothIds, type Fact, fact, type Subject } from './fact.ts'

/** The facts about one benchmark that is in two documents. */
export function benchmarkFacts(a: Benchmark, b: Benchmark): Fact[] {
  const of: Subject = { kind: 'benchmark', name: describeBoth(a, b) }
  const digest = fact('workload digest', a.workloadDigest, b.workloadDigest, { of })
  const unsure = digest.a === null || digest.b === null
  const effect = unsure ? 'Whether it is the same work is not known.' : 'It is not the same work: no ratio.'
  return [
    digest.same === false ? { ...digest, effect } : digest,
    fact('file system', a.target?.filesystem, b.target?.filesystem, { of }),
    fact('a mount of its own', a.target?.mounted, b.target?.mounted, { of }),
    fact('status of the benchmark', a.status, b.status, { of }),
  ]
}

/** The label of a benchmark that is in both documents, with both engines where their ids differ. */
export function describeBoth(a: Benchmark, b: Benchmark): string {
  return describeBenchmark({ ...a, engine: a.engine && bothIds(a.engine, b.engine ?? a.engine) })
}

/** Whether both say what the work was, and not the same. */
export function isOtherWork(a: Benchmark, b: Benchmark): boolean {
  return a.workloadDigest !== null && b.workloadDigest !== null && a.workloadDigest !== b.workloadDigest
}
