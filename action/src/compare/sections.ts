import type { readRun } from '@plimsoll/schema'
import {
  agreementRemarks,
  benchmarkLines,
  benchmarksOnlyIn,
  COST_EXPLAINED,
  type Comparison,
  differenceEffects,
  differenceLines,
  PART_TITLES,
  type Part,
  whyNothingPairs,
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
 * The differences between two machines, then those between the runs on them, one row for each. Below the tables are the
 * consequences of the differences, the equal properties, and the properties that neither document records.
 */
export function differencesSections(comparison: Comparison): Section[] {
  const [machines, runs] = [partSection('machine', comparison), partSection('run', comparison)]
  const isSameMachine = machines.rows.length === 0 && machines.remarks.length === 0
  return [
    isSameMachine ? { ...machines, remarks: [SAME_MACHINE] } : machines,
    { ...runs, remarks: [...runs.remarks, ...agreementRemarks(comparison)] },
  ]
}

const SAME_MACHINE = 'Host, engines and images are the same in A and B, as far as the documents record them.'

function partSection(part: Part, { benchmarks, differences: all }: Comparison): Section {
  const differences = all.filter((property) => property.part === part)
  const lines = differenceLines({ differences, benchmarks })
  return {
    title: `${PART_TITLES[part]}: ${differences.length > 0 ? 'what differs' : 'no recorded property differs'}`,
    heading: ['Of', 'What', 'A', 'B'],
    words: 4,
    rows: lines.map(({ of, what, a, b }) => plainRow(of, what, a, b)),
    remarks: [
      ...differenceEffects({ differences, benchmarks }),
      ...lines.flatMap(({ of, what, benchmarks }) =>
        benchmarks.length === 0 ? [] : [`${what} of ${of}: ${benchmarks.join('; ')}.`],
      ),
    ],
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
      ...(comparison.benchmarks.length > 0 ? [] : [whyNothingPairs(a.document, b.document)]),
      `${COST_EXPLAINED} Bootstrap interval if each side has at least three samples. csv and json have every metric.`,
      ...benchmarksOnlyIn(a.document.benchmarks, b.document.benchmarks, comparison),
    ],
  }
}
