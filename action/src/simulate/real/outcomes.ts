import { type Check, describeWork, effortOf, judgeRun, type RunDocument } from '@plimsoll/schema'
import { binomialInterval } from '@plimsoll/schema/statistics'
import type { Kind } from './experiment.ts'
import { CHANGED } from './projects.ts'

/** What came of one check of known truth. */
export interface Outcome {
  name: string
  kind: Kind
  id: string
  status: Check['status']
  nullP: number | null
  verdicts: Record<string, string>
  /** cells called slower or faster that are not */
  falseAlarms: string[]
  /** whether the cell that changed was called slower; null where none did */
  found: boolean | null
  rounds: number
  /** ns */
  took: number
}

/** @throws Error for a document that is no check */
export function outcomeOf(name: string, kind: Kind, document: RunDocument, id: string): Outcome {
  const check = judgeRun(document)
  const effort = effortOf(document)
  if (!check || !effort) throw new Error(`${name} is no check`)
  const cells = check.cells.map(({ base, verdict, absence }) => {
    const cell = document.cells[base] as RunDocument['cells'][number]
    return {
      workload: cell.workload,
      label: `${describeWork(cell)} · ${cell.scenario}`,
      verdict: absence ?? verdict ?? check.status,
    }
  })
  const isChanged = ({ workload }: { workload: string }) => kind === 'changed' && workload === CHANGED
  const isCalled = ({ verdict }: { verdict: string }) => verdict === 'slower' || verdict === 'faster'
  return {
    name,
    kind,
    id,
    status: check.status,
    nullP: check.nullPair?.p ?? null,
    verdicts: Object.fromEntries(cells.map(({ label, verdict }) => [label, verdict])),
    falseAlarms: cells
      .filter((cell) => (isChanged(cell) ? cell.verdict === 'faster' : isCalled(cell)))
      .map(({ label }) => label),
    found: kind === 'changed' ? cells.some((cell) => isChanged(cell) && cell.verdict === 'slower') : null,
    rounds: effort.rounds,
    took: effort.took,
  }
}

/** One line of what all checks come to, with its 95% interval (Clopper and Pearson 1934). */
export interface Share {
  what: string
  hits: number
  of: number
  interval: [number, number]
}

/** The counts over all outcomes, none left out. */
export function sharesOf(outcomes: readonly Outcome[]): Share[] {
  const of = (kind: Kind) => outcomes.filter((outcome) => outcome.kind === kind)
  return [
    share('unchanged: any cell called', of('unchanged'), ({ falseAlarms }) => falseAlarms.length > 0),
    share('changed: the cell that does 20% more called slower', of('changed'), ({ found }) => found === true),
    share('changed: any other call', of('changed'), ({ falseAlarms }) => falseAlarms.length > 0),
    share('disturbed by a busy loop: any cell called', of('disturbed'), ({ falseAlarms }) => falseAlarms.length > 0),
    share('unfit', outcomes, ({ status }) => status === 'unfit'),
  ]
}

function share(what: string, outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean): Share {
  const hits = outcomes.filter(is).length
  return { what, hits, of: outcomes.length, interval: binomialInterval(hits, outcomes.length) }
}
