import { type Check, checkCost, describeWork, judgeRun, type RunDocument } from '@plimsoll/schema'
import { binomialInterval } from '@plimsoll/schema/statistics'
import type { Kind } from './experiment.ts'
import { CHANGED } from './projects.ts'

/** The result of one check whose correct result is known. */
export interface Outcome {
  name: string
  kind: Kind
  id: string
  status: Check['status']
  nullP: number | null
  verdicts: Record<string, string>
  /** the benchmarks that were wrongly reported as slower or faster */
  falseAlarms: string[]
  /** whether the changed benchmark was reported as slower; null if no benchmark was changed */
  found: boolean | null
  rounds: number
  /** the time that the check took, in ns */
  took: number
}

/** The outcome of a check, from its document. @throws Error for a document that is no check */
export function outcomeOf(name: string, kind: Kind, document: RunDocument, id: string): Outcome {
  const check = judgeRun(document)
  const effort = checkCost(document)
  if (!check || !effort) throw new Error(`${name} is not a check`)
  const benchmarks = check.benchmarks.map(({ base, verdict, absence }) => {
    const benchmark = document.benchmarks[base] as RunDocument['benchmarks'][number]
    return {
      workload: benchmark.workload,
      label: `${describeWork(benchmark)} · ${benchmark.scenario}`,
      verdict: absence ?? verdict ?? check.status,
    }
  })
  const isChanged = ({ workload }: { workload: string }) => kind === 'changed' && workload === CHANGED
  const isReported = ({ verdict }: { verdict: string }) => verdict === 'slower' || verdict === 'faster'
  return {
    name,
    kind,
    id,
    status: check.status,
    nullP: check.nullPair?.p ?? null,
    verdicts: Object.fromEntries(benchmarks.map(({ label, verdict }) => [label, verdict])),
    falseAlarms: benchmarks
      .filter((benchmark) => (isChanged(benchmark) ? benchmark.verdict === 'faster' : isReported(benchmark)))
      .map(({ label }) => label),
    found:
      kind === 'changed'
        ? benchmarks.some((benchmark) => isChanged(benchmark) && benchmark.verdict === 'slower')
        : null,
    rounds: effort.rounds,
    took: effort.took,
  }
}

/** A rate over all checks, with its 95% interval (Clopper and Pearson 1934). */
export interface Share {
  what: string
  hits: number
  of: number
  interval: [number, number]
}

/** The rates over all outcomes. No outcome is excluded. */
export function sharesOf(outcomes: readonly Outcome[]): Share[] {
  const of = (kind: Kind) => outcomes.filter((outcome) => outcome.kind === kind)
  return [
    share('unchanged: any benchmark reported', of('unchanged'), ({ falseAlarms }) => falseAlarms.length > 0),
    share('changed: the benchmark that does 20% more reported as slower', of('changed'), ({ found }) => found === true),
    share('changed: any other report', of('changed'), ({ falseAlarms }) => falseAlarms.length > 0),
    share(
      'disturbed by a busy loop: any benchmark reported',
      of('disturbed'),
      ({ falseAlarms }) => falseAlarms.length > 0,
    ),
    share('unreliable', outcomes, ({ status }) => status === 'unreliable'),
  ]
}

function share(what: string, outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean): Share {
  const hits = outcomes.filter(is).length
  return { what, hits, of: outcomes.length, interval: binomialInterval(hits, outcomes.length) }
}
