import { type Cell, type Check, judgeArms, judgeRun, type RunDocument, type Sample } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { DEFAULT_DESIGN, LOOKS, MOST_ROUNDS } from '@plimsoll/schema/verdict'
import { exampleRun } from './testing.ts'

/** What one cell of a made check does: head takes `factor` × the time of base, each time within about `spread`. */
interface Work {
  workload: string
  scenario: string
  base: number
  factor: number
  spread: number
}

const SECOND = 1_000_000_000

const WORK: Work[] = [
  { workload: 'npm-ci', scenario: 'native', base: 3 * SECOND, factor: 1, spread: 0.02 },
  { workload: 'npm-ci', scenario: 'layer', base: 3.4 * SECOND, factor: 1.004, spread: 0.03 },
  { workload: 'npm-ci', scenario: 'volume', base: 3.2 * SECOND, factor: 0.88, spread: 0.02 },
  { workload: 'npm-ci', scenario: 'bind', base: 8.1 * SECOND, factor: 1.17, spread: 0.03 },
  { workload: 'create-many', scenario: 'layer', base: SECOND / 5, factor: 0.99, spread: 0.02 },
  { workload: 'create-many', scenario: 'bind', base: SECOND / 3, factor: 1.02, spread: 0.16 },
]

export interface CheckOptions {
  /** Rounds after which the run was cut off. */
  rounds?: number
  /** What the second base takes, × base: above 1 the null pair is biased. */
  bias?: number
  change?: (document: RunDocument) => unknown
}

/**
 * A check as `plimsoll run` writes it, each cell measured until the looks decide it: with the defaults one cell is
 * slower, one faster, one inconclusive and three not slower. Valid as it is.
 */
export function checkRun({ rounds = MOST_ROUNDS, bias = 1, change = () => {} }: CheckOptions = {}): RunDocument {
  const document = exampleRun((run) => {
    run.division = 'standard'
    run.deviations = []
    run.notes = []
    run.finishedAt = '2025-03-01T10:31:30Z'
    run.status = rounds < MOST_ROUNDS ? 'partial' : 'complete'
    const arms = { base: arm('a'), head: arm('b') }
    const { alpha: level, threshold } = DEFAULT_DESIGN
    run.design = { ...run.design, rounds: MOST_ROUNDS, warmups: 0, looks: [...LOOKS], threshold, level, arms }
    run.cells = [
      ...WORK.flatMap((work) => [cellOf(work, 'base'), cellOf(work, 'head')]),
      cellOf(WORK[3] as Work, 'second-base'),
    ]
  })
  measure(document, rounds, bias)
  change(document)
  return document
}

/** The verdicts of a made check. */
export function checkOf(document: RunDocument): Check {
  const check = judgeRun(document)
  if (check === null) throw new Error('this run is no check')
  return check
}

/** A cell of a check that was not measured, in both arms. */
export function absentCells(status: 'failed' | 'unsupported', reason: string): Cell[] {
  const work = { ...(WORK[0] as Work), workload: `${status}-work`, scenario: 'bind' }
  return (['base', 'head'] as const).map((arm) => ({ ...cellOf(work, arm), status, reason }))
}

function arm(digit: string) {
  return { commit: digit.repeat(40), engine: null, image: null }
}

function cellOf({ workload, scenario }: Work, arm: Cell['arm']): Cell {
  return {
    workload,
    workloadDigest: null,
    params: { size: 'small' },
    scenario,
    engine: scenario === 'native' ? null : 'docker',
    arm,
    target: null,
    metrics: [{ name: 'duration', unit: 'ns', better: 'lower', primary: true }],
    status: 'ok',
    reason: null,
    samples: [],
  }
}

function measure({ cells, design }: RunDocument, rounds: number, bias: number): void {
  const generator = randomGenerator(5)
  let offset = 0
  let stopped = new Set<number>()
  for (let round = 0; round < rounds && stopped.size < cells.length; round++) {
    for (const [order, cell] of cells.entries()) {
      if (stopped.has(order)) continue
      const work = WORK[Math.floor(order / 2)] ?? (WORK[3] as Work)
      const factor = cell.arm === 'head' ? work.factor : cell.arm === 'second-base' ? bias : 1
      const duration = Math.round(work.base * factor * (1 + work.spread * normal()))
      cell.samples.push(sample(round, order, offset, duration))
      offset += duration + SECOND
    }
    if (LOOKS.some((look) => look === round + 1)) stopped = stoppedBy(judgeArms(cells, design) as Check)
  }

  /** Roughly: the sum of 12 uniforms, less its mean, has a variance of 1. */
  function normal(): number {
    return Array.from({ length: 12 }, () => generator.next() / 2 ** 32).reduce((a, b) => a + b) - 6
  }
}

/** The null pair goes on as long as any cell does. */
function stoppedBy({ cells, nullPair }: Check): Set<number> {
  const stopped = cells.filter((cell) => cell.stopped).flatMap(({ base, head }) => [base, head])
  const over = cells.every((cell) => cell.stopped) ? [nullPair?.second ?? -1] : []
  const needed = over.length === 0 ? nullPair?.base : undefined
  return new Set([...stopped, ...over].filter((index) => index !== needed))
}

function sample(round: number, order: number, offset: number, duration: number): Sample {
  return {
    round,
    order,
    slot: `slot-${round}-${order}`,
    offset,
    warmup: false,
    cpu: { user: duration, system: 0 },
    values: { duration },
    failure: null,
  }
}
