import type { HistoryPoint } from '../store/queries-history.ts'

/**
 * The anchor on `/errata` of what is wrong with a figure that a source published: of its workload, or where the errata
 * are of single rows, of its edition. null where nothing was found.
 */
export function erratumOf({
  origin,
  suite,
  suiteVersion,
  workload,
  startedAt,
}: Pick<HistoryPoint, 'origin' | 'suite' | 'suiteVersion' | 'workload' | 'startedAt'>): string | null {
  if (origin !== 'transcribed' || suiteVersion !== 1) return null
  if (suite === 'docker-internals-guide') return GUIDE[workload] ?? null
  if (suite === 'docker-for-mac-bench') return startedAt < '2025' ? 'mac-2022' : 'mac-2025'
  return null
}

/** Of the guide of 2026, by workload: what its test does not measure. */
const GUIDE: Record<string, string> = {
  'copyup-overhead': 'copy-up-of-nothing',
  'metadata-operations': 'metadata-rewritten',
  'namespace-overhead': 'namespace-timer',
  'network-latency': 'network-is-the-internet',
  'memory-efficiency': 'memory-sharing',
}
