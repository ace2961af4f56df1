import type { ArmOrigin } from '@plimsoll/schema'
import { DEFAULT_DESIGN, earliestCall, LOOKS } from '@plimsoll/schema/verdict'
import { Problem } from '../problem.ts'
import { findScenario, type Scenario } from '../scenario.ts'
import { type CellChoice, cellsOf, type PlannedCell } from './plan-cells.ts'

/** What makes a run a check, as its document says it. */
export interface CheckPlan {
  /** after how many rounds cells are judged */
  looks: number[]
  threshold: number
  level: number
  arms: { base: ArmOrigin; head: ArmOrigin }
}

/** What is compared, and how where that is not as usual. */
export type CheckChoice = Pick<CheckPlan, 'arms'> & Partial<Pick<CheckPlan, 'threshold' | 'level'>>

/** What a check is planned by. @param rounds the most, null for all there are @throws Problem (2) for fewer than a look needs */
export function checkPlan({ arms, threshold, level }: CheckChoice, rounds: number | null): CheckPlan {
  const looks = LOOKS.filter((look) => rounds === null || look <= rounds)
  if (looks.length === 0)
    throw new Problem(2, `A check of ${rounds} rounds can say nothing: give it at least ${LOOKS[0]}, or no number.`)
  return {
    looks,
    threshold: threshold ?? DEFAULT_DESIGN.threshold,
    level: level ?? DEFAULT_DESIGN.alpha,
    arms,
  }
}

/** The cells of a check, base beside head; the cell of the null pair has its second base beside them. */
export function pairedCells(choice: CellChoice, { arms, looks }: CheckPlan): PlannedCell[][] {
  const rounds = looks.at(-1) as number
  const ofArm = (arm: 'base' | 'head' | 'second-base') => {
    const { engine } = arms[arm === 'head' ? 'head' : 'base']
    return cellsOf({ ...choice, rounds }, arm, engine === null ? choice.engines : [engine])
  }
  const [base, head, second] = [ofArm('base'), ofArm('head'), ofArm('second-base')]
  const nullPair = mostWriteHeavy(base)
  return base.map((cell, index) => {
    const unit = [cell, head[index] as PlannedCell]
    return index === nullPair ? [...unit, second[index] as PlannedCell] : unit
  })
}

/**
 * The cell whose place matters the most, and so shows a bias the soonest: files in a directory shared with the host,
 * else in any other place of a container's.
 */
function mostWriteHeavy(cells: PlannedCell[]): number {
  const scenarios = cells.map(({ scenario }) => findScenario(scenario) as Scenario)
  const shared = scenarios.findIndex(({ runs, usesHostDirectory }) => runs === 'container' && usesHostDirectory)
  return shared === -1
    ? Math.max(
        0,
        scenarios.findIndex(({ runs }) => runs === 'container'),
      )
    : shared
}

/** Make sure that a check of so many cells can call something. @throws Problem (2) */
export function assertCanCall(cells: number, { level, looks }: CheckPlan): void {
  const { rounds } = earliestCall(cells, level)
  if (looks.some((look) => look >= rounds)) return
  throw new Problem(
    2,
    `With ${cells} cells and α ${100 * level}% nothing can be called slower before round ${rounds}, and the check ends at ${looks.at(-1)}: measure fewer cells, or more rounds, or raise --alpha.`,
  )
}
