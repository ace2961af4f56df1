import { emulatedEngines } from '../emulation.ts'
import type { Cell, Engine, RunDocument } from '../run.v1.generated.ts'
import { cellFacts } from './cell-facts.ts'
import { type ComparedCell, compareCells } from './cells.ts'
import { engineFacts } from './engine-facts.ts'
import type { Fact } from './fact.ts'
import { type Pairs, pairUp } from './pairs.ts'
import { runFacts } from './run-facts.ts'

/** Why a comparison of two documents is none. */
export const NOT_A_VERDICT =
  'not a verdict: verdicts exist only between the arms of one check, because times of different jobs or machines differ for reasons nobody saw.'

/** Two run documents side by side. */
export interface Comparison extends Pick<Pairs, 'corresponding' | 'cellsOnlyInA' | 'cellsOnlyInB'> {
  /** Everything recorded that may make times differ and is not known to be the same. */
  differences: Fact[]
  same: Fact[]
  /** What neither document says. */
  unknown: Fact[]
  /** The engines whose CPU is emulated: their cells have no ratio. */
  emulated: { engine: string; product: string; in: 'A' | 'B' }[]
  cells: ComparedCell[]
}

/** What differs between two valid runs, and then every cell that is in both, B ÷ A. */
export function compareRuns(a: RunDocument, b: RunDocument): Comparison {
  const pairs = pairUp(a, b)
  const facts = factsOf(a, b, pairs)
  return {
    differences: facts.filter(({ same }) => same === false),
    same: facts.filter(({ same }) => same === true),
    unknown: facts.filter(({ same }) => same === null),
    emulated: [...emulatedIn(a.engines, 'A'), ...emulatedIn(b.engines, 'B')],
    corresponding: pairs.corresponding,
    cells: compareCells(a, b, pairs),
    cellsOnlyInA: pairs.cellsOnlyInA,
    cellsOnlyInB: pairs.cellsOnlyInB,
  }
}

/** Everything recorded in two valid runs that may make their times differ and is not known to be the same. */
export function differencesOf(a: RunDocument, b: RunDocument): Fact[] {
  return factsOf(a, b, pairUp(a, b)).filter(({ same }) => same === false)
}

function factsOf(a: RunDocument, b: RunDocument, pairs: Pairs): Fact[] {
  return [
    ...runFacts(a, b),
    ...engineFacts(a, b, pairs),
    ...pairs.cells.flatMap((pair) => cellFacts(a.cells[pair.a] as Cell, b.cells[pair.b] as Cell)),
  ]
}

function emulatedIn(engines: readonly Engine[], document: 'A' | 'B'): Comparison['emulated'] {
  const emulated = emulatedEngines(engines)
  return engines.filter(({ id }) => emulated.has(id)).map(({ id, product }) => ({ engine: id, product, in: document }))
}
