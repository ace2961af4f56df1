import type { Benchmark, RunDocument } from '@plimsoll/schema'
import { definitionOf, describeWork } from '@plimsoll/schema/browser'
import { type BenchmarkLine, type Comparison, largestDifference, runReliability } from '@plimsoll/schema/compare'
import { machineClass, missingCpuFact } from '../store/machine-class.ts'
import { GENERATED, isGenerated } from '../store/origin.ts'

/** Two runs to compare, each with its state, such as `superseded` or `withdrawn`; null for a current run. */
export interface ComparedRuns {
  a: RunDocument
  b: RunDocument
  states: { a: string | null; b: string | null }
}

/** Why costs of a comparison may be wrong. A cost with a doubt has no colour: a colour says that it may be believed. */
export interface Doubts {
  /** The doubts about all costs, each as the rest of a sentence. */
  all: string[]
  /** Whether the runs are known to be of different machines. */
  machinesDiffer: boolean
  /** The doubt about one cost in a few words; null if there is none. */
  ofLine: (line: BenchmarkLine) => string | null
  /** The mark of figures that a program made up, such as `generated, not measured`; null if both runs are measured. */
  generated: string | null
}

/** Returns the doubts about the costs of B relative to A. */
export function findDoubts({ a, b, states }: ComparedRuns, { benchmarks }: Comparison): Doubts {
  const runs = [
    { name: 'A', document: a, state: states.a, reliability: runReliability(a) },
    { name: 'B', document: b, state: states.b, reliability: runReliability(b) },
  ]
  const pairs = runs.flatMap(({ reliability }) => reliability.pairs)
  return {
    all: [
      ...doubtOfMachines(a, b),
      ...runs.flatMap(({ name, document, state, reliability }) => [
        ...(isGenerated(document) ? [`a program made up the figures of ${name}`] : []),
        ...(state === null ? [] : [`${name} is ${state}`]),
        ...(reliability.unreliable ? [`${name} is unreliable`] : []),
      ]),
    ],
    machinesDiffer: differ(machineClass(a), machineClass(b)),
    generated: markOf(isGenerated(a), isGenerated(b)),
    ofLine: ({ benchmark, work, compared }) => {
      const other = benchmarks.find((pair) => pair.a === benchmark)?.b ?? -1
      if (!isSameWork(a.benchmarks[benchmark], b.benchmarks[other])) return 'workload perhaps not the same'
      const own = pairs.filter(({ workload }) => workload === work).map(({ estimate }) => estimate.interval)
      const bound = largestDifference([...own, ...intervalsOfNative(work, compared.metric)])
      const value = compared.cost?.value ?? 1
      const isWithin = bound !== null && Math.max(value, 1 / value) - 1 < bound
      return isWithin ? `equal things differ by up to ${Math.ceil(100 * bound)}%` : null
    },
  }

  /** Native in A and in B is the same thing, measured on two days. */
  function intervalsOfNative(work: string, metric: string) {
    return benchmarks
      .filter(({ a: at }) => {
        const benchmark = a.benchmarks[at]
        return benchmark?.scenario === 'native' && describeWork(benchmark) === work
      })
      .flatMap(({ metrics }) => metrics.filter(({ metric: name }) => name === metric))
      .map(({ cost }) => cost?.interval ?? null)
  }
}

function markOf(isA: boolean, isB: boolean): string | null {
  if (isA && isB) return GENERATED
  return isA ? `A is ${GENERATED}` : isB ? `B is ${GENERATED}` : null
}

function doubtOfMachines(a: RunDocument, b: RunDocument): string[] {
  const missing = [missingCpuFact(a.host.cpu), missingCpuFact(b.host.cpu)]
  const unknown = missing.flatMap((fact, at) =>
    fact === null ? [] : [`${at === 0 ? 'A' : 'B'} does not record its ${fact}`],
  )
  if (unknown.length > 0) return unknown
  return differ(machineClass(a), machineClass(b)) ? ['the machines differ'] : []
}

/** Whether two machine classes are known and differ. */
function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b
}

function isSameWork(a: Benchmark | undefined, b: Benchmark | undefined): boolean {
  return a !== undefined && b !== undefined && definitionOf(a) !== null && definitionOf(a) === definitionOf(b)
}
