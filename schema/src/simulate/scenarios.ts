import type { Generator } from '../statistics/generator.ts'
import { MOST_ROUNDS } from '../verdict/design.ts'
import { type Arms, baseThenHead, interleave } from './arms.ts'
import { NOISE_MODELS, type NoiseModel, noiseSeries, normals } from './noise.ts'
import { RECORDINGS, type RecordedCell, type Recording, stretchesOf } from './recorded.ts'

/** A cell in which nothing changed: its times with the arms interleaved, and the same times with base before head. */
export interface Cell {
  arms: Arms
  sequential: Arms
}

/** A way to draw checks in which nothing changed. */
export interface Scenario {
  name: string
  /** Each of its cells is also tried as the only one that changed. */
  detects: boolean
  draw(generator: Generator): Cell[]
}

/** The cells of a check, but for those of a recording. */
export const CELLS = 12

/** The standard deviation of what the place of a sample adds to the logarithm of its time. */
const PLACE_SPREAD = 0.02

/** All scenarios in the order they are reported. */
export const SCENARIOS: readonly Scenario[] = [
  ...[0.03, 0.1].flatMap((cv) => NOISE_MODELS.map((model) => simulated(model, cv))),
  { ...simulated('iid', 0.07), detects: false },
  placed('fixed'),
  placed('fresh'),
  ...RECORDINGS.map(recorded),
]

function simulated(model: NoiseModel, cv: number): Scenario {
  return {
    name: `${model}, CV ${Math.round(cv * 100)}%`,
    detects: true,
    draw: (generator) =>
      Array.from({ length: CELLS }, () => cellOf(noiseSeries(model, cv, 2 * MOST_ROUNDS, generator), generator)),
  }
}

/** Each arm of a cell keeps the place it got by chance through the whole check, or each sample gets a fresh one. */
function placed(places: 'fixed' | 'fresh'): Scenario {
  const { draw } = simulated('iid', 0.03)
  return {
    name: `${places} places, CV 3%`,
    detects: false,
    draw: (generator) =>
      draw(generator).map(({ arms, sequential }) => {
        const [base, head] = [normals(MOST_ROUNDS, generator), normals(MOST_ROUNDS, generator)]
        const settle = (values: number[], place: number[]) =>
          values.map((value, round) => value + PLACE_SPREAD * (place[places === 'fixed' ? 0 : round] as number))
        const inPlace = (times: Arms) => ({ base: settle(times.base, base), head: settle(times.head, head) })
        return { arms: inPlace(arms), sequential: inPlace(sequential) }
      }),
  }
}

/** Any stretch of a recording; which arm is which is tossed anew. */
function recorded(name: Recording): Scenario {
  const stretches = stretchesOf(name)
  return {
    name: `recorded, ${name}`,
    detects: true,
    draw: (generator) => {
      const cells = stretches[generator.below(stretches.length)] as RecordedCell[]
      return cells.map(({ series }) => cellOf(series, generator))
    },
  }
}

function cellOf(series: readonly number[], generator: Generator): Cell {
  return { arms: interleave(series, generator), sequential: baseThenHead(series) }
}
