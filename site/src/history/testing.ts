import type { HistoryPoint } from '../store/queries-history.ts'

/** Returns a point of a history for tests: a result on a bind mount with Docker Engine. */
export function historyPoint(change: Partial<HistoryPoint> = {}): HistoryPoint {
  return {
    runId: 'proven',
    position: 0,
    startedAt: '2026-01-01T00:00:00Z',
    suite: 'standard',
    suiteVersion: 1,
    origin: 'measured',
    division: 'standard',
    provenanceLevel: 'signed by repository',
    osName: 'macOS',
    osVersion: '15.1',
    machine: null,
    workload: 'npm-ci',
    workloadDigest: null,
    work: 'npm-ci small',
    metric: 'duration',
    scenario: 'bind',
    variant: null,
    unit: 'ns',
    better: 'lower',
    value: 3e9,
    statistic: 'median',
    n: 5,
    ratio: 1.5,
    hasNative: true,
    ratioStatus: 'resolved',
    unreliable: false,
    engineSlug: 'docker',
    product: 'Docker Engine',
    version: '28.0.0',
    engine: 'docker',
    setup: '',
    ...change,
  }
}
