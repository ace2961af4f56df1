import { expect, it } from 'vitest'
import { EVERY_STATUS, type PlainWork, plainRun } from '../../test/plain-document.ts'
import { compareRuns, describeComparison } from './index.ts'
import { relativeCost } from './relative-cost.ts'

const native: PlainWork[] = [
  { scenario: 'native', middle: 1e9 },
  { scenario: 'native', middle: 1e9, control: true },
]
const run = (...works: PlainWork[]) => plainRun([...native, ...works])
const found = (a: ReturnType<typeof run>, b: ReturnType<typeof run>) =>
  describeComparison(a, b, compareRuns(a, b).benchmarks)

it('the hosts come first, then what surely differs relative to native, the largest difference first, then what may differ', () => {
  const equal: PlainWork[] = [
    { scenario: 'volume', middle: 1e9 },
    { scenario: 'bind', middle: 1e9 },
  ]
  const a = run({ scenario: 'layer', middle: 1.1e9 }, { scenario: 'bind-volume', middle: 1.2e9 }, ...equal)
  const b = run({ scenario: 'layer', middle: 1.65e9 }, { scenario: 'bind-volume', middle: 3e9 }, ...equal)
  const [hosts, bind, layer, others] = found(a, b)
  expect(bind).toMatch(
    /^Relative to native, npm-ci small on a bind mount with a volume with docker costs more in B than in A: [23]\.\d+× native, not 1\.\d+×; that is 2\.\d+× as much \(95% interval [\d.]+–[\d.]+\)\.$/,
  )
  expect(layer).toMatch(
    /^Relative to native, npm-ci small in the container's layer with docker costs more .* that is 1\.\d+× /,
  )
  expect(others).toMatch(
    /^In the other 2 benchmarks with a ratio to native, any difference between these ratios is at most [\d.]+%, too small for these runs to see\.$/,
  )
  expect(hosts).toMatch(/^Without a container, B takes (0\.9|1\.0)\d*× \(.*\) as long as A for npm-ci small\.$/)
})

it('the speed of the machine is not in it', () => {
  const fast = EVERY_STATUS.map((work) => ({ ...work, middle: work.middle / 10 }))
  expect(found(plainRun(EVERY_STATUS), plainRun(fast)).join(' ')).toMatch(
    /In \d benchmarks .* any difference .* is at most/,
  )
})

it('without an estimate in both runs, it says so', () => {
  const few = run({ scenario: 'bind', middle: 2e9, rounds: 3 })
  expect(found(few, few).at(-1)).toBe(
    'No benchmark has an estimate of its ratio in both runs, so none is compared relative to its reference.',
  )
})

it('the interval of a quotient joins those of two independent estimates', () => {
  const ratio = (value: number, interval: [number, number]) =>
    ({ reference: 'native', status: 'resolved', value, interval, rounds: 10 }) as const
  const [a, b] = [ratio(2, [2 / 1.03, 2 * 1.04]), ratio(3, [3 / 1.04, 3 * 1.03])]
  const { value, interval } = relativeCost(a, b, 'lower')?.quotient ?? {}
  expect(value).toBeCloseTo(1.5, 10)
  expect(interval?.[0]).toBeCloseTo(1.5 * Math.exp(-Math.hypot(Math.log(1.04), Math.log(1.04))), 10)
  expect(interval?.[1]).toBeCloseTo(1.5 * Math.exp(Math.hypot(Math.log(1.03), Math.log(1.03))), 10)
  expect(relativeCost(a, b, 'higher')?.quotient?.value).toBeCloseTo(1 / 1.5, 10)
  expect(relativeCost(a, { ...b, reference: 'layer' }, 'lower')).toBeNull()
  expect(relativeCost(a, { ...b, status: 'source', interval: null }, 'lower')?.quotient?.interval).toBeNull()
})
