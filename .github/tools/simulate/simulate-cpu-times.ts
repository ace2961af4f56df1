import { splitAlpha } from '@plimsoll/schema'
import { type Generator, randomGenerator } from '@plimsoll/schema/statistics'
import { DEFAULT_DESIGN, type Decision, decide, LOOKS, type LookStatistics, lookAt } from '@plimsoll/schema/verdict'
import { type NoiseModel, noiseSeries } from './noise.ts'
import { makeReportLine, type ReportLine } from './report-lines.ts'
import { BENCHMARKS } from './scenarios.ts'
import { ALPHAS, CHANGE } from './simulate-checks.ts'
import { type Count, count, emptyTally, poolCounts, type Tally } from './tally.ts'
import { changed, interleave, type Variants } from './variants.ts'

/** Times of a command, and its CPU times, which scatter a third as much. */
export interface CpuNoise {
  name: string
  model: NoiseModel
  /** The coefficient of variation of the wall times: that of the checks, and that of a busy machine. */
  cv: number
}

export const CPU_NOISES: readonly CpuNoise[] = [0.1, 0.23].flatMap((cv) =>
  (['iid', 'spikes'] as const).map((model) => ({ name: `${model}, CV ${Math.round(100 * cv)}%`, model, cv })),
)

/** How much less the logarithms of CPU times scatter: on a busy machine, 0.325 was measured for wall and 0.099 for CPU times. */
const CPU_SCATTER = 1 / 3

/** The names of the counters. */
export const CPU_NAMES = {
  /** The share of the checks without a change in which a wall time or a CPU time is reported, within one level. */
  falseAlarm: (alpha: number) => `false alarm, wall or CPU time, ${alpha}`,
  /** The share of the changed benchmarks reported as slower, if wall times have the whole level. */
  foundByWhole: 'found, wall time with the whole level',
  /** The same with the whole level, but with one round less at every look. */
  foundByOneRoundLess: 'found, wall time with the whole level and one round less',
  /** The same with the level that CPU times leave. */
  found: 'found, wall time',
  /** The share of the changed benchmarks that are inconclusive in wall time and need more CPU time. */
  foundByCpu: 'found, CPU time where wall time is inconclusive',
  /** The share of the unchanged benchmarks that are inconclusive in wall time, and surely need no more CPU time. */
  notMore: 'not more CPU time where wall time is inconclusive',
}

interface Looks {
  wall: LookStatistics[]
  oneRoundLess: LookStatistics[]
  cpu: LookStatistics[]
}

/** Counts the results of checks with wall and CPU times. `kind` is an index of `CPU_NOISES`. Streams as in `runChecks`. */
export function runCpuTimes(kind: number, seed: number, checks: number): Tally {
  const tally = emptyTally()
  for (let check = 0; check < checks; check++) {
    const generator = randomGenerator(seed, (CPU_STREAMS + kind) * 2 ** 24 + check)
    const times = Array.from({ length: BENCHMARKS }, () => drawTimes(CPU_NOISES[kind] as CpuNoise, generator))
    const family = times.map(({ wall, cpu }) => looksOf(wall, cpu))
    countUnchanged(family, tally)
    for (const [index, { wall, cpu }] of times.entries()) {
      const slower = looksOf(changed(wall, CHANGE), changed(cpu, CHANGE))
      countChanged(family.with(index, slower), index, tally)
    }
  }
  return tally
}

/** The random streams from here on belong to CPU times. */
const CPU_STREAMS = 224

/** Both times are independent, so that their tests together have the most chances of a false alarm. */
function drawTimes({ model, cv }: CpuNoise, generator: Generator): { wall: Variants; cpu: Variants } {
  const series = () => noiseSeries(model, cv, 2 * Math.max(...LOOKS), generator)
  return {
    wall: interleave(series(), generator),
    cpu: interleave(
      series().map((log) => CPU_SCATTER * log),
      generator,
    ),
  }
}

function looksOf(wall: Variants, cpu: Variants): Looks {
  const at = ({ base, head }: Variants, rounds: number) => lookAt(base.slice(0, rounds), head.slice(0, rounds))
  return {
    wall: LOOKS.map((rounds) => at(wall, rounds)),
    oneRoundLess: LOOKS.map((rounds) => ({ ...at(wall, rounds - 1), rounds })),
    cpu: LOOKS.map((rounds) => at(cpu, rounds)),
  }
}

/** The decisions on a family: of the wall times, and of the CPU times in the rounds that the wall times were measured. */
function decideBoth(family: readonly Looks[], alpha: number): { wall: Decision[]; cpu: Decision[] } {
  const level = splitAlpha(
    [{ metrics: [{ name: 'duration', unit: 'ns', better: 'lower', primary: true, clock: 'wall' }] }],
    alpha,
  )
  const wall = decideWith(
    family.map(({ wall }) => wall),
    level.wall,
  )
  const measured = family.map(({ cpu }, index) => cpu.filter(({ rounds }) => rounds <= (wall[index]?.spent ?? 0)))
  return { wall, cpu: decideWith(measured, level.cpu as number) }
}

function decideWith(looks: readonly LookStatistics[][], alpha: number): Decision[] {
  return decide(looks, { alpha, threshold: DEFAULT_DESIGN.threshold })
}

function countUnchanged(family: readonly Looks[], tally: Tally): void {
  for (const alpha of ALPHAS) {
    const { wall, cpu } = decideBoth(family, alpha)
    count(tally, CPU_NAMES.falseAlarm(alpha), Number([...wall, ...cpu].some(isReported)))
  }
  const { wall, cpu } = decideBoth(family, DEFAULT_DESIGN.alpha)
  for (const [index, { verdict }] of wall.entries())
    if (verdict === 'inconclusive') count(tally, CPU_NAMES.notMore, Number(cpu[index]?.verdict === 'not slower'))
}

function countChanged(family: readonly Looks[], index: number, tally: Tally): void {
  const { alpha } = DEFAULT_DESIGN
  const { wall, cpu } = decideBoth(family, alpha)
  const whole = (name: 'wall' | 'oneRoundLess') =>
    decideWith(
      family.map((looks) => looks[name]),
      alpha,
    )[index]?.verdict === 'slower'
  count(tally, CPU_NAMES.foundByWhole, Number(whole('wall')))
  count(tally, CPU_NAMES.foundByOneRoundLess, Number(whole('oneRoundLess')))
  const verdict = wall[index]?.verdict
  count(tally, CPU_NAMES.found, Number(verdict === 'slower'))
  count(tally, CPU_NAMES.foundByCpu, Number(verdict === 'inconclusive' && cpu[index]?.verdict === 'slower'))
}

function isReported({ verdict }: Decision): boolean {
  return verdict === 'slower' || verdict === 'faster'
}

const MAX_FALSE_ALARMS = { 0.05: 0.06, 0.01: 0.015 }

/** Returns all lines of the report on wall and CPU times. `tallies` are the counts by the name of the noise. */
export function cpuReportLines(tallies: Record<string, Tally>): ReportLine[] {
  const countOf = (name: string, noises: readonly CpuNoise[]) =>
    poolCounts(noises.map((noise) => tallies[noise.name]?.counts[name] as Count))
  const shareOf = ({ hits, of }: Count) => hits / of
  const alarms = Object.entries(MAX_FALSE_ALARMS).flatMap(([alpha, share]) =>
    CPU_NOISES.flatMap((noise) => [
      makeReportLine(
        `false alarm, wall or CPU time, ${noise.name}, α ${100 * Number(alpha)}%`,
        countOf(CPU_NAMES.falseAlarm(Number(alpha)), [noise]),
        { kind: 'at most', share },
      ),
    ]),
  )
  const found = CPU_NOISES.flatMap((noise) => {
    const own = (name: string) => countOf(name, [noise])
    return [
      makeReportLine(`+10% found by wall time, ${noise.name}`, own(CPU_NAMES.found), null),
      makeReportLine(
        `+10% found by CPU time where wall time is inconclusive, ${noise.name}`,
        own(CPU_NAMES.foundByCpu),
        null,
      ),
      makeReportLine(`not more CPU time where wall time is inconclusive, ${noise.name}`, own(CPU_NAMES.notMore), null),
    ]
  })
  // The level that CPU times take costs wall times less than a round.
  const limit = { kind: 'at least', share: shareOf(countOf(CPU_NAMES.foundByOneRoundLess, CPU_NOISES)) } as const
  return [
    ...alarms,
    ...found,
    makeReportLine('+10% found by wall time, all kinds of noise', countOf(CPU_NAMES.found, CPU_NOISES), limit),
    makeReportLine('the same without CPU times', countOf(CPU_NAMES.foundByWhole, CPU_NOISES), null),
  ]
}
