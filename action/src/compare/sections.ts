import type { readRun } from '@plimsoll/schema'
import {
  agreementRemarks,
  benchmarkLines,
  benchmarksOnlyIn,
  COST_EXPLAINED,
  type Comparison,
  differenceEffects,
  differenceLines,
  matters,
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

/** The differences between two runs that matter, and how many more there are. */
export function briefDifferences(comparison: Comparison): Section {
  const { differences, benchmarks } = comparison
  const shown = differences.filter(matters)
  const more = differences.length - shown.length
  return {
    title: shown.length > 0 ? 'What differs between A and B' : 'Nothing that matters differs between A and B',
    heading: ['Of', 'What', 'A', 'B'],
    words: 4,
    rows: differenceLines({ differences: shown, benchmarks }).map(({ of, what, a, b }) => plainRow(of, what, a, b)),
    remarks: [
      ...differenceEffects({ differences: shown, benchmarks }),
      ...(more > 0
        ? [
            `${more} more recorded ${more === 1 ? 'property differs' : 'properties differ'}: --all lists ${more === 1 ? 'it' : 'them'}, and what is the same.`,
          ]
        : []),
    ],
  }
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

/**
 * The primary metric of every benchmark that is in both compared runs, and the names of the other benchmarks.
 * @param all whether to name them even if they are many
 */
export function benchmarksSection({ a, b, comparison }: RunPair, all: boolean): Section {
  const lines = benchmarkLines(a.document.benchmarks, b.document.benchmarks, comparison)
  const hasRatios = lines.some(({ compared }) => compared.relative !== null)
  return {
    title:
      comparison.benchmarks.length > 0
        ? 'Benchmark by benchmark'
        : 'Benchmark by benchmark: the runs have no benchmark in common',
    heading: [
      'Workload',
      'Scenario, engine',
      'Median of A',
      'Median of B',
      'Cost of B ÷ A',
      ...(hasRatios ? ['× reference in A', 'in B', 'B ÷ A'] : []),
    ],
    words: 2,
    rows: lines.map(({ work, compared, place, a, b, cost, interval, ratioOfA, ratioOfB, relative }) =>
      plainRow(
        `${work} · ${compared.metric}`,
        ...[place, a, b, interval === '' ? cost : `${cost} (${interval})`],
        ...(hasRatios ? [ratioOfA, ratioOfB, relative] : []),
      ),
    ),
    remarks: [
      ...(comparison.benchmarks.length > 0
        ? [`${COST_EXPLAINED} ${hasRatios ? RELATIVE_EXPLAINED : ''}csv and json have every metric.`]
        : [whyNothingPairs(a.document, b.document)]),
      ...othersOf({ a, b, comparison }, all),
    ],
  }
}

const RELATIVE_EXPLAINED =
  "The last column is B's ratio to the reference (native or layer) ÷ A's: the speed of the machines is not in it. "

/** The most benchmarks of one run only that are named without `--all`. */
const MAX_NAMED = 4

function othersOf({ a, b, comparison }: RunPair, all: boolean): string[] {
  const [onlyInA, onlyInB] = [comparison.benchmarksOnlyInA.length, comparison.benchmarksOnlyInB.length]
  if (all || onlyInA + onlyInB <= MAX_NAMED)
    return benchmarksOnlyIn(a.document.benchmarks, b.document.benchmarks, comparison)
  return [`Benchmarks only in A: ${onlyInA}; only in B: ${onlyInB}. --all lists them.`]
}
