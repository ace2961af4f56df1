import { ownValue } from '@plimsoll/schema/browser'
import type { HistoryPoint } from '../store/queries-history.ts'

/**
 * Returns the anchor of the erratum of a transcribed figure on `/errata`; null if there is no erratum. The anchor leads
 * to the erratum of the workload. If errata concern single rows, the anchor leads to all errata of the edition.
 */
export function findErratum({
  origin,
  suite,
  suiteVersion,
  workload,
  startedAt,
}: Pick<HistoryPoint, 'origin' | 'suite' | 'suiteVersion' | 'workload' | 'startedAt'>): string | null {
  const all = errataOfSource({ origin, suite, suiteVersion, startedAt })
  return all === GUIDE_EDITION ? (ownValue(GUIDE, workload) ?? null) : all
}

/** Returns the anchor of all errata of the source of a transcribed run on `/errata`; null if it has none. */
export function errataOfSource({
  origin,
  suite,
  suiteVersion,
  startedAt,
}: Pick<HistoryPoint, 'origin' | 'suite' | 'suiteVersion' | 'startedAt'>): string | null {
  if (origin !== 'transcribed' || suiteVersion !== 1) return null
  if (suite === 'docker-internals-guide') return GUIDE_EDITION
  if (suite === 'docker-for-mac-bench') return startedAt < '2025' ? 'mac-2022' : 'mac-2025'
  return null
}

const GUIDE_EDITION = 'startup-2026'

/** The erratum of each workload of the guide of 2026. */
const GUIDE: Record<string, string> = {
  'copyup-overhead': 'copy-up-of-nothing',
  'metadata-operations': 'metadata-rewritten',
  'namespace-overhead': 'namespace-timer',
  'network-latency': 'network-is-the-internet',
  'memory-efficiency': 'memory-sharing',
}
