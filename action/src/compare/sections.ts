import type { readRun } from '@plimsoll/schema'
import {
  agreementRemarks,
  benchmarkLines,
  benchmarksOnlyIn,
  COST_EXPLAINED,
  type Comparison,
  differenceEffects,
  differenceLines,
} from '@plimsoll/schema/compare'
import { plainRow, type Section } from '../report/report.ts'

/** A run document with its identity. */
export type Run = ReturnType<typeof readRun>

/** Two runs and the result of their comparison, ready to print. */
export interface RunPair {
  a: Run
  b: Run
  comparison: Comparison
}

/**
 * The differences between two runs, one row for each. Below the table are the consequences of the differences, the
 * equal properties, and the properties that neither document records.
 */
export function differencesSection(comparison: Comparison): Section {
  return {
    title: comparison.differences.length > 0 ? 'What differs' : 'What differs: no recorded property',
    heading: ['Of', 'What', 'A', 'B'],
    words: 4,
    rows: differenceLines(comparison).map(({ of, what, a, b }) => plainRow(of, what, a, b)),
    remarks: [...differenceEffects(comparison), ...agreementRemarks(comparison)],
  }
}

/** The primary metric of every benchmark that is in both compared runs, and the names of all other benchmarks. */
export function benchmarksSection({ a, b, comparison }: RunPair): Section {
  const lines = benchmarkLines(a.document.benchmarks, b.document.benchmarks, comparison)
  return {
    title:
      comparison.benchmarks.length > 0
        ? 'Benchmark by benchmark'
        : 'Benchmark by benchmark: the runs have no benchmark in common',
    heading: [
      'Workload',
      'Scenario, engine',
      'Median of A',
      'n of A',
      'Median of B',
      'n of B',
      'Cost of B ÷ A',
      '95% interval',
    ],
    words: 2,
    rows: lines.map(({ work, compared, place, a, nOfA, b, nOfB, cost, interval }) =>
      plainRow(`${work} · ${compared.metric}`, place, a, nOfA, b, nOfB, cost, interval),
    ),
    remarks: [
      `${COST_EXPLAINED} Bootstrap interval if each side has at least three samples. csv and json have every metric.`,
      ...benchmarksOnlyIn(a.document.benchmarks, b.document.benchmarks, comparison),
    ],
  }
}
