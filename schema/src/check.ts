import { canonicalize } from './canonical.ts'
import { sampleValues } from './figures.ts'
import { describeAbsence, describeCell } from './label.ts'
import type { ArmOrigin, Cell, Design, Metric, RunDocument, Sample } from './run.v1.generated.ts'
import type { Generator } from './statistics/generator.ts'
import { median } from './statistics/quantile.ts'
import {
  type CellPairs,
  type CellVerdict,
  type Forecast,
  forecastRounds,
  judgeCheck,
  LOOKS,
  type NullPairResult,
  type Pair,
} from './verdict/index.ts'

/** What is looked at of a cell of a check: the same while it is measured, and in the document. */
export type ArmCell = Pick<
  Cell,
  'workload' | 'params' | 'scenario' | 'engine' | 'arm' | 'metrics' | 'samples' | 'status'
>

/** One line of a check: what base and head of one cell show. */
export interface CheckedCell extends CellVerdict {
  /** Indexes of its arms into the cells. */
  base: number
  head: number
  /** The primary metric, which is judged. */
  metric: Metric
  /** The rounds in which both arms gave a value. */
  pairs: number
  /** In the unit of the metric, of the rounds the verdict was drawn from; of all before the first look. null without any. */
  medians: { base: number; head: number } | null
  /** Why it has no verdict, where it is one that the check cannot judge; an unfit check has none for anything. */
  absence: string | null
}

export interface CheckedNullPair extends NullPairResult {
  /** Indexes into the cells. */
  base: number
  second: number
}

export interface Check {
  /** `unfit`: the null pair shows that this job tells equal arms apart, and nothing is called. */
  status: 'fit' | 'unfit'
  alpha: number
  threshold: number
  nullPair: CheckedNullPair | null
  /** How many cells Holm's adjustment is over: all but the unsupported ones. */
  family: number
  cells: CheckedCell[]
}

/** The part of a run's design that a check is judged by. */
export type CheckDesign = Pick<Design, 'looks' | 'threshold' | 'level' | 'arms'>

/**
 * The verdicts of a check, from its document alone, whether it has ended or not; null for a plain run, and for a check
 * that was planned with other looks than those whose error rates are known.
 */
export function judgeRun({ cells, design }: Pick<RunDocument, 'cells' | 'design'>): Check | null {
  return judgeArms(cells, design, { ended: true })
}

/** The same for a check that is still being measured: unless its last round has `ended`, it is fit. */
export function judgeArms(cells: readonly ArmCell[], design: CheckDesign, { ended }: { ended: boolean }): Check | null {
  if (!isJudged(design)) return null
  const { threshold, level, arms } = design
  const places = placesOf(cells, arms)
  const pairs = pairsOf(cells, arms, places)
  // What cannot be done on one side is known before its first round, and is no member of the family.
  const family = pairs.filter(({ absence }) => absence !== 'unsupported')
  const second = cells.findIndex(({ arm }) => arm === 'second-base')
  const {
    status,
    nullPair,
    cells: verdicts,
  } = judgeCheck(
    family.map(({ judged }) => upTo(judged, design.looks.at(-1) ?? 0)),
    nullPairOf(second, cells, places),
    { alpha: level, threshold },
    { ended },
  )
  const judged = new Map(family.map((pair, index) => [pair, verdicts[index] as CellVerdict]))
  return {
    status,
    alpha: level,
    threshold,
    nullPair: nullPair && { ...nullPair, base: counterpart(second, 'base', places), second },
    family: family.length,
    cells: pairs.map((pair) => {
      const { base, head, metric, absence } = pair
      const seen = judged.get(pair) ?? NOTHING_SEEN
      const verdict = absence === null ? seen.verdict : null
      const named = { cell: pair.judged.cell, base, head, metric, pairs: pair.judged.pairs.length, absence }
      const medians = mediansOf(pair.judged.pairs, seen.rounds)
      return { ...seen, ...named, medians, verdict, stopped: seen.stopped || absence !== null }
    }),
  }
}

/** Rounds after the last look that was planned count for nothing. */
function upTo(cell: CellPairs, rounds: number): CellPairs {
  return { ...cell, pairs: cell.pairs.toSorted((a, b) => a.round - b.round).slice(0, rounds) }
}

/** Whether a check was planned with all that a verdict needs, and with looks whose error rates are known. */
export function isJudged(
  design: CheckDesign,
): design is CheckDesign & { threshold: number; level: number; arms: Arms } {
  const { looks, threshold, level, arms } = design
  const planned = looks.length > 0 && threshold !== null && level !== null && arms !== undefined
  return planned && looks.every((look, index) => look === LOOKS[index])
}

/** How many rounds a check will take if it goes on as its first 10 did; null before the tenth of any cell. */
export function forecastArms(cells: readonly ArmCell[], design: CheckDesign, generator: Generator): Forecast | null {
  const { looks, threshold, level, arms } = design
  if (threshold === null || level === null || !arms) return null
  const good = pairsOf(cells, arms, placesOf(cells, arms)).filter(({ absence }) => absence === null)
  const forecast = forecastRounds(
    good.map(({ judged }) => judged),
    generator,
    { alpha: level, threshold },
  )
  if (forecast === null) return null
  const most = looks.at(-1) ?? 0
  const { rounds, from, to } = forecast.check
  return { rounds: Math.min(rounds, most), from: Math.min(from, most), to: Math.min(to, most) }
}

const NOTHING_SEEN: Omit<CellVerdict, 'cell'> = {
  verdict: null,
  stopped: true,
  rounds: 0,
  slowdown: null,
  interval: null,
  adjustedP: 1,
  signedRankP: null,
}

interface ArmPair {
  base: number
  head: number
  metric: Metric
  absence: string | null
  judged: CellPairs
}

type Arms = { base: ArmOrigin; head: ArmOrigin }

function pairsOf(cells: readonly ArmCell[], arms: Arms, places: Places): ArmPair[] {
  return cells.flatMap((cell, base) => {
    const head = cell.arm === 'base' ? counterpart(base, 'head', places) : -1
    return head === -1 ? [] : [pairOf(base, head, cells, arms)]
  })
}

function pairOf(base: number, head: number, cells: readonly ArmCell[], arms: Arms): ArmPair {
  const [first, second] = [cells[base], cells[head]] as [ArmCell, ArmCell]
  const metric = primaryOf(first)
  const { pairs, problem } = pairSamples(first, second)
  const bad =
    [first, second].find(({ status }) => status === 'unsupported') ??
    [first, second].find(({ status }) => status !== 'ok')
  const absence = bad ? describeAbsence(bad, metric.name) : problem
  const engine = arms.base.engine === arms.head.engine ? first.engine : null
  const cell = describeCell({ ...first, engine, arm: null })
  return { base, head, metric, absence, judged: { cell, better: metric.better, pairs } }
}

function nullPairOf(second: number, cells: readonly ArmCell[], places: Places): CellPairs | null {
  const base = second === -1 ? -1 : counterpart(second, 'base', places)
  if (base === -1) return null
  const [one, other] = [cells[base], cells[second]] as [ArmCell, ArmCell]
  const { pairs } = pairSamples(one, other)
  return { cell: describeCell({ ...one, arm: null }), better: primaryOf(one).better, pairs }
}

/** What each cell does, by its index, and the index of the cell that does it in an arm. */
interface Places {
  keys: string[]
  byArm: Map<string, number>
}

function placesOf(cells: readonly ArmCell[], arms: Arms): Places {
  const keys = cells.map((cell) => keyOf(cell, arms))
  const byArm = new Map<string, number>()
  for (const [index, { arm }] of cells.entries()) {
    const key = `${arm} ${keys[index]}`
    if (!byArm.has(key)) byArm.set(key, index)
  }
  return { keys, byArm }
}

/** Where the same work is done in another arm; −1 where nowhere. */
function counterpart(index: number, arm: 'base' | 'head', { keys, byArm }: Places): number {
  return byArm.get(`${arm} ${keys[index]}`) ?? -1
}

/** Names what the arms of one cell have in common. Where each arm has an engine of its own, that is not among it. */
function keyOf({ workload, params, scenario, engine }: ArmCell, arms: Arms): string {
  const place = engine !== null && arms.base.engine !== arms.head.engine ? true : engine
  return canonicalize([workload, params, scenario, place])
}

function primaryOf({ metrics }: ArmCell): Metric {
  return metrics.find(({ primary }) => primary) as Metric
}

/** The values of both arms in the rounds in which both have one; of a list, the median. */
function pairSamples(base: ArmCell, head: ArmCell): { pairs: Pair[]; problem: string | null } {
  const [metric, other] = [primaryOf(base), primaryOf(head)]
  if (canonicalize({ ...metric }) !== canonicalize({ ...other }))
    return { pairs: [], problem: 'the arms have different metrics' }
  const values = valuesByRound(head, metric)
  const pairs = [...valuesByRound(base, metric)].flatMap(([round, value]) => {
    const against = values.get(round)
    return against === undefined ? [] : [{ round, base: value, head: against }]
  })
  // A ratio of times needs times.
  if (pairs.some(({ base, head }) => !(base > 0 && head > 0)))
    return { pairs: [], problem: `a ${metric.name} that is not above 0` }
  return { pairs, problem: null }
}

function mediansOf(pairs: readonly Pair[], rounds: number): CheckedCell['medians'] {
  if (pairs.length === 0) return null
  const used = pairs.toSorted((a, b) => a.round - b.round).slice(0, rounds || pairs.length)
  return { base: median(used.map(({ base }) => base)), head: median(used.map(({ head }) => head)) }
}

function valuesByRound({ samples }: ArmCell, metric: Metric): Map<number, number> {
  return new Map(samples.filter(({ warmup }) => !warmup).flatMap((sample) => roundValue(sample, metric)))
}

function roundValue(sample: Sample, metric: Metric): [number, number][] {
  const values = sampleValues(sample, metric)
  return values.length === 0 ? [] : [[sample.round, median(values)]]
}
