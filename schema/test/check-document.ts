import { type Cell, describeCell, judgeArms, type Metric, type RunDocument, type Sample } from '../src/index.ts'
import { type Generator, randomGenerator } from '../src/statistics/index.ts'
import { LOOKS } from '../src/verdict/index.ts'
import { cell, DURATION, engine, runDocument } from './document.ts'

type Arm = 'base' | 'head' | 'second-base'
type Arms = NonNullable<RunDocument['design']['arms']>

/** One cell of a check, and the truth about it. */
export interface Work {
  workload?: string
  params?: Cell['params']
  scenario?: string
  /** on the host instead of in an engine */
  native?: true
  metrics?: Metric[]
  /** ns, or the middle of whatever the primary metric counts */
  middle?: number
  /** head ÷ base */
  factor?: number
  /** the length of the range of both arms' values, as a part of the middle */
  spread?: number
  /** An arm that ends so, after as many rounds. */
  ends?: { arm: Arm; status: 'failed' | 'unsupported'; reason: string; rounds: number }
}

export interface CheckOptions {
  seed?: number
  arms?: Arms
  /** second base ÷ base, in the first of the works; null: no second base */
  bias?: number | null
  /** the round after which the run was cut off */
  cutOff?: number
}

export const ARMS: Arms = {
  base: { commit: '0123456789'.repeat(4), engine: null, image: null },
  head: { commit: 'fedcba9876'.repeat(4), engine: null, image: null },
}

/** Work of a few seconds, of which one is slower, one faster, one inconclusive and three not slower. */
export const EVERY_VERDICT: Work[] = [
  { scenario: 'bind', middle: 8.1e9, factor: 1.17, spread: 0.1 },
  { scenario: 'native', native: true, middle: 3e9, spread: 0.07 },
  { middle: 3.4e9, factor: 1.004, spread: 0.1 },
  { scenario: 'volume', middle: 3.2e9, factor: 0.88, spread: 0.07 },
  { workload: 'create-many', middle: 0.2e9, factor: 0.99, spread: 0.07 },
  { workload: 'create-many', scenario: 'bind', middle: 0.33e9, factor: 1.08, spread: 0.6 },
]

/** A check as it is run: round by round, each cell until its verdict is sure or its arm has ended. */
export function checkDocument(works: readonly Work[], options: CheckOptions = {}): RunDocument {
  const { seed = 1, arms = ARMS, bias = 1, cutOff = 50 } = options
  const document = runDocument()
  const design = { ...document.design, rounds: 50, looks: [...LOOKS], threshold: 0.05, level: 0.01, arms }
  const members = works.flatMap((work, index) => [
    memberOf(work, 'base', 1, arms),
    memberOf(work, 'head', work.factor ?? 1, arms),
    ...(index === 0 && bias !== null ? [memberOf(work, 'second-base', bias, arms)] : []),
  ])
  const cells = members.map(({ cell }) => cell)
  const generator = randomGenerator(seed)
  let now = 0
  const stopped = new Set<Cell>()
  for (let round = 0; round < cutOff && stopped.size < cells.length; round++) {
    const running = members.filter(({ cell }) => !stopped.has(cell) && cell.status === 'ok')
    for (const [order, member] of running.entries()) {
      const taken = sampleOf(member, round, order, now, generator)
      if (taken === null) continue
      member.cell.samples.push(taken)
      now += member.middle + 1e9
    }
    for (const cell of sure(cells, design)) stopped.add(cell)
  }
  const used = new Set(cells.map(({ engine }) => engine).filter((engine) => engine !== null))
  const engines = [...used].map(engine)
  return { ...document, status: cutOff < 50 ? 'partial' : 'complete', engines, images: [], design, cells }
}

interface Member {
  cell: Cell
  middle: number
  factor: number
  spread: number
  ends: Work['ends']
}

function memberOf(work: Work, arm: Arm, factor: number, arms: Arms): Member {
  const { workload = 'npm-ci', params = { size: 'small' }, scenario = 'layer', metrics = [DURATION] } = work
  const engine = work.native ? null : (arms[arm === 'head' ? 'head' : 'base'].engine ?? 'docker')
  const { middle = 1e9, spread = 0.05, ends } = work
  const made = { ...cell(scenario, engine, [], metrics), workload, params, arm }
  return { cell: made, middle, factor, spread, ends: ends?.arm === arm ? ends : undefined }
}

/** null where the arm ends with this round. */
function sampleOf(member: Member, round: number, order: number, offset: number, generator: Generator): Sample | null {
  const { cell, middle, factor, spread, ends } = member
  if (round === ends?.rounds) {
    Object.assign(cell, { status: ends.status, reason: ends.reason })
    return null
  }
  const primary = cell.metrics.find(({ primary }) => primary) as Metric
  const value = Math.round(middle * factor * (1 + (spread * (generator.below(1001) - 500)) / 1000))
  const others = cell.metrics.filter((metric) => metric !== primary).map(({ name }) => [name, 1000])
  const values = Object.fromEntries([[primary.name, value], ...others])
  return { round, order, slot: `s${round}-${order}`, offset, warmup: false, cpu: null, values, failure: null }
}

/** The cells that need no more samples; the second base is measured to the end. */
function sure(cells: Cell[], design: RunDocument['design']): Cell[] {
  const check = judgeArms(cells, design, { ended: false })
  if (check === null) throw new Error(`no check: ${cells.map(describeCell)}`)
  const done = check.cells.filter(({ stopped }) => stopped)
  if (done.length === check.cells.length) return cells
  const second = check.nullPair?.base
  return done.flatMap(({ base, head }) => [...(base === second ? [] : [cells[base] as Cell]), cells[head] as Cell])
}
