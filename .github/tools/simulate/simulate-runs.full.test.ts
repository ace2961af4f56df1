import {
  type Benchmark,
  estimateRatios,
  pooledResidual,
  type RunDocument,
  runReliability,
  type StorageLocation,
  summarizeRun,
} from '@plimsoll/schema'
import { mean, randomGenerator, standardDeviation } from '@plimsoll/schema/statistics'
import { describe, expect, it } from 'vitest'
import { benchmark, engine, runDocument, sample } from '../../../schema/test/document.ts'
import { correlatedSeries, NOISE_MODELS } from './noise.ts'
import { CVS, RUN_NOISES, RUN_SCENARIOS, type RunScenario, type RunTable, runNoiseName } from './run-noise.ts'
import { runReportLines } from './run-report-lines.ts'
import { drawRun, FIXED_ROUNDS, RUN_NAMES, runRuns, SUITES, TRUE_RATIOS } from './simulate-runs.ts'
import type { Count, Tally } from './tally.ts'

const noiseAt = (name: string) => RUN_NOISES.findIndex((noise) => noise.name === name)

const share = ({ counts }: Tally, name: string) => {
  const { hits, of } = counts[name] as Count
  return hits / of
}

describe('the times of a run', () => {
  it('have the coefficient of variation within their rounds, and more between rounds', () => {
    const tables = Array.from({ length: 100 }, (_, run) => drawRun(noiseAt('iid, CV 5%'), 3, run)[0] as RunTable)
    expect(mean(tables.map(pooledResidual))).toBeCloseTo(0.05, 2)
    const ofRounds = tables.flatMap((table) => table.map(mean))
    expect(standardDeviation(ofRounds)).toBeCloseTo(Math.hypot(0.05, 0.05 / Math.sqrt(6)), 2)
  })

  it('that are correlated have this correlation and the coefficient of variation', () => {
    const series = correlatedSeries(0.5, 0.1, 40_000, randomGenerator(4))
    const products = series.slice(1).map((value, index) => value * (series[index] as number))
    expect(standardDeviation(series)).toBeCloseTo(0.1, 2)
    expect(mean(products) / mean(series.map((value) => value ** 2))).toBeCloseTo(0.5, 1)
  })

  it('are those of another seed or another run in another stream', () => {
    expect(drawRun(0, 1, 0)).toEqual(drawRun(0, 1, 0))
    expect(drawRun(0, 1, 1)).not.toEqual(drawRun(0, 1, 0))
    expect(drawRun(0, 2, 0)).not.toEqual(drawRun(0, 1, 0))
  })
})

it('a simulated run has the ratios and the reliability of a document with the same times', () => {
  const noise = noiseAt('lag-1 correlation 0.5, CV 8%')
  const rounds = 10
  const documents = Array.from({ length: 40 }, (_, run) => documentOf(drawRun(noise, 1, run), rounds))
  const ratios = documents.map((document) =>
    estimateRatios(document).map(({ benchmark, ...ratio }) => {
      const scenario = document.benchmarks[benchmark]?.scenario as RunScenario
      return { ...ratio, truth: TRUE_RATIOS[scenario] as number }
    }),
  )
  const reliabilities = documents.map(runReliability)
  const estimated = ratios.flat().filter(({ status }) => status === 'resolved')
  const shown = documents.flatMap((document) =>
    summarizeRun(document).flatMap(({ benchmark, ratio }) =>
      ratio?.interval ? [{ interval: ratio.interval, scenario: document.benchmarks[benchmark]?.scenario }] : [],
    ),
  )
  const covered = shown.filter(({ interval: [lower, upper], scenario }) => {
    const truth = TRUE_RATIOS[scenario as RunScenario] as number
    return lower <= truth && truth <= upper
  })
  const unreliable = reliabilities.filter((reliability) => reliability.unreliable)
  const withheld = reliabilities.filter((reliability) => reliability.withheld.size > 0)
  expect(unreliable.length).toBeGreaterThan(0)
  const { counts } = runRuns(noise, 1, 40)
  const design = `${rounds} rounds`
  expect(counts[RUN_NAMES.estimated(design)]).toEqual({ hits: estimated.length, of: 40 * 8 })
  expect(counts[RUN_NAMES.covered(design)]).toEqual({ hits: covered.length, of: shown.length })
  expect(counts[RUN_NAMES.anyWithheld(design)]).toEqual({ hits: withheld.length, of: 40 })
  expect(counts[RUN_NAMES.unreliable(design)]).toEqual({ hits: unreliable.length, of: 40 })
})

describe('the counts of runs', () => {
  it('keep the limits of the rule for the rounds', () => {
    const meanRounds = (noise: string, { name }: (typeof SUITES)[number]) =>
      share(runRuns(noiseAt(noise), 1, 40), RUN_NAMES.rounds(name))
    const [quick, standard] = SUITES as [(typeof SUITES)[number], (typeof SUITES)[number]]
    expect([meanRounds('iid, CV 3%', quick), meanRounds('iid, CV 40%', quick)]).toEqual([14, 15])
    expect(meanRounds('iid, CV 8%', standard)).toBeGreaterThan(20)
    expect(meanRounds('iid, CV 40%', standard)).toBe(40)
  })

  it('find a bias of 10% more often with more rounds and less noise', () => {
    const found = (cv: number) => {
      const tally = runRuns(noiseAt(runNoiseName('iid', cv)), 1, 100)
      return FIXED_ROUNDS.map(({ name }) => share(tally, RUN_NAMES.found(name, 'volume')))
    }
    const [quiet, noisy] = [found(0.03), found(0.08)]
    expect(noisy).toEqual(noisy.toSorted((a, b) => a - b))
    for (const [index, of] of noisy.entries()) expect(of).toBeLessThan(quiet[index] as number)
  })
})

it('under the rule, intervals cover, and few healthy runs are withheld: every required rate is met', {
  timeout: 60_000,
}, () => {
  const names = new Set([...NOISE_MODELS.flatMap((model) => CVS.map((cv) => runNoiseName(model, cv)))])
  const tallies = Object.fromEntries(
    RUN_NOISES.map(({ name }, noise) => [name, runRuns(noise, 1, names.has(name) ? 60 : 1)]),
  )
  const lines = runReportLines(tallies)
  expect(lines.filter(({ limit }) => limit !== null)).toHaveLength(17)
  expect(lines.filter(({ met }) => !met)).toEqual([])
  // Most ratios have an estimate, not only a range.
  for (const name of names) {
    for (const suite of SUITES)
      expect(share(tallies[name] as Tally, RUN_NAMES.estimated(suite.name))).toBeGreaterThan(0.8)
  }
})

/** A measured run with the given times and the true ratios, on a host that shares its device with its volumes. */
function documentOf(tables: RunTable[], rounds: number): RunDocument {
  const docker = engine('docker')
  docker.effective.vmType = { value: 'none', confidence: 'observed' }
  const benchmarks = tables.flatMap((table, workload) =>
    RUN_SCENARIOS.map((scenario, column): Benchmark => {
      const truth = TRUE_RATIOS[scenario] ?? 1
      const samples = table
        .slice(0, rounds)
        .map((row, round) => sample(round, column, { duration: 1e9 * truth * Math.exp(row[column] as number) }))
      const isControl = scenario === 'native repeat'
      const isOnHost = isControl || scenario === 'native'
      const own = benchmark(isOnHost ? 'native' : scenario, isOnHost ? null : 'docker', samples)
      return { ...own, workload: `work-${workload}`, ...(isControl && { control: true }) }
    }),
  )
  const volumes: StorageLocation = {
    ...{ engine: 'docker', location: 'volume', sameDeviceAsHost: true },
    ...{ filesystem: null, journal: null, commitInterval: null, discard: null, sinceRemoval: null, rested: 0 },
  }
  return { ...runDocument(), engines: [docker], benchmarks, storage: [volumes] }
}
