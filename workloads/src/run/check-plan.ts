import { type ArmOrigin, formatShare } from '@plimsoll/schema'
import { DEFAULT_DESIGN, earliestCall, FIRST_CALL, LOOKS, MOST_ROUNDS } from '@plimsoll/schema/verdict'
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
export type CheckChoice = Pick<CheckPlan, 'arms'> &
  Partial<Pick<CheckPlan, 'threshold' | 'level'>> & {
    /** whether a cell can be measured here, as far as is known before anything is prepared; every cell, unless said */
    canRun?: (cell: PlannedCell) => boolean
  }

/** What a check is planned by. @param rounds the most, null for all there are @throws Problem (2) for fewer than a look needs */
export function checkPlan({ arms, threshold, level }: CheckChoice, rounds: number | null): CheckPlan {
  if (rounds !== null && (rounds < FIRST_CALL || rounds > MOST_ROUNDS))
    throw new Problem(
      2,
      `A check takes from ${FIRST_CALL} to ${MOST_ROUNDS} rounds, and not ${rounds}: its error rates are known for no other number.`,
    )
  const looks = LOOKS.filter((look) => rounds === null || look <= rounds)
  return {
    looks,
    threshold: threshold ?? DEFAULT_DESIGN.threshold,
    level: level ?? DEFAULT_DESIGN.alpha,
    arms,
  }
}

/**
 * The cells of a check, base beside head; the cell of the null pair has its second base beside them.
 * @param canRun where the null pair may be: in a cell that cannot be measured it would say nothing
 */
export function pairedCells(
  choice: CellChoice,
  { arms, looks }: CheckPlan,
  canRun: CheckChoice['canRun'] = () => true,
): PlannedCell[][] {
  const rounds = looks.at(-1) as number
  const ofArm = (arm: 'base' | 'head' | 'second-base') => {
    const { engine } = arms[arm === 'head' ? 'head' : 'base']
    const cells = cellsOf({ ...choice, rounds }, arm, engine === null ? choice.engines : [engine])
    // Two engines have one host: there is nothing to compare on it.
    return arms.base.engine === arms.head.engine ? cells : cells.filter((cell) => cell.engine !== null)
  }
  const [base, head, second] = [ofArm('base'), ofArm('head'), ofArm('second-base')]
  const nullPair = base.indexOf(mostWriteHeavy(base.filter(canRun)) ?? (base[0] as PlannedCell))
  return base.map((cell, index) => {
    const unit = [cell, head[index] as PlannedCell]
    return index === nullPair ? [...unit, second[index] as PlannedCell] : unit
  })
}

/**
 * The cell whose place matters the most, and so shows a bias the soonest: all files in a directory shared with the host,
 * else some of them, else in any other place of a container's.
 */
function mostWriteHeavy(cells: PlannedCell[]): PlannedCell | undefined {
  const found = [isShared, isPartlyShared, isContainers].map((is) =>
    cells.find(({ scenario }) => is(findScenario(scenario) as Scenario)),
  )
  return found.find((cell) => cell !== undefined) ?? cells[0]
}

const isContainers = ({ runs }: Scenario) => runs === 'container'
const isPartlyShared = (scenario: Scenario) => isContainers(scenario) && scenario.usesHostDirectory
const isShared = (scenario: Scenario) =>
  isPartlyShared(scenario) &&
  scenario.mounts('/', 'hot', { hostDirectory: '', volume: '' }).every(({ kind }) => kind === 'bind')

/** Make sure that a check of so many cells can call something. @throws Problem (2) */
export function assertCanCall(cells: number, { level, looks }: CheckPlan): void {
  const { rounds } = earliestCall(cells, level)
  if (looks.some((look) => look >= rounds)) return
  throw new Problem(
    2,
    `With ${cells} cells and α ${formatShare(level)} nothing can be called slower before round ${rounds}, and the check ends at ${looks.at(-1)}: measure fewer cells, or more rounds, or raise --alpha.`,
  )
}
