import type { Benchmark } from './run.v1.generated.ts'

/**
 * Returns the digest of what a workload is. It is the same for other code in the same workload of a project. A workload of the
 * catalog is its whole content. Null if it is unknown.
 */
export function definitionOf({
  definitionDigest,
  workloadDigest,
}: Pick<Benchmark, 'definitionDigest' | 'workloadDigest'>): string | null {
  return definitionDigest ?? workloadDigest
}
