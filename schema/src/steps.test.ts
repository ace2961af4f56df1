import { expect, it } from 'vitest'
import { benchmark, DURATION, engine, runDocument, sample } from '../test/document.ts'
import { type Benchmark, computeSteps, type Engine, type Metric, type RunDocument } from './index.ts'

it('each step of host → VM → container → share is the difference and the ratio by rounds', () => {
  const { steps, emulated } = computeSteps(
    run([
      at('native', null, 100),
      at('vm', 'lima', 150),
      at('vm-share', 'lima', 900),
      at('layer', 'lima', 210),
      at('volume', 'lima', 180),
      at('bind', 'lima', 720),
      at('nfs', 'lima', 540),
    ]),
  )
  expect(emulated).toEqual([])
  expect(steps.map(({ name, from, to, difference, ratio }) => [name, from, to, difference, round(ratio)])).toEqual([
    ['virtual machine', 0, 1, 50, 1.5],
    ['container', 1, 4, 30, 1.2],
    ['copy-on-write layer', 4, 3, 30, 1.167],
    ['share', 4, 5, 540, 4],
    ['NFS', 4, 6, 360, 3],
    ['share, outside containers', 1, 2, 750, 6],
  ])
  expect(steps.every(({ metric }) => metric === 'duration')).toBe(true)
})

it('there is no step between a volume and a bind mount on one disk, which are equal things', () => {
  const storage = [
    { engine: 'docker', location: 'volume', filesystem: 'ext4', sameDeviceAsHost: true },
    { engine: 'docker', location: 'bind', filesystem: 'ext4', sameDeviceAsHost: true },
  ]
  const docker = engine('docker')
  docker.effective.vmType = { value: 'none', confidence: 'observed' }
  const document = run(
    [at('native', null, 100), at('layer', 'docker', 90), at('volume', 'docker', 80), at('bind', 'docker', 85)],
    [docker],
  )
  const names = ({ steps }: ReturnType<typeof computeSteps>) => steps.map(({ name }) => name)
  expect(names(computeSteps(document))).toEqual(['container', 'copy-on-write layer', 'share'])
  expect(names(computeSteps({ ...document, storage: storage as RunDocument['storage'] }))).toEqual([
    'container',
    'copy-on-write layer',
  ])
})

it('without a VM the container comes after the host; with one that was not measured, both together', () => {
  const benchmarks = [at('native', null, 100), at('volume', 'docker', 80)]
  const docker = engine('docker')
  const names = (more: Benchmark[]) =>
    computeSteps(run([...benchmarks, ...more], [docker])).steps.map(({ name }) => name)
  docker.effective.vmType = { value: 'none', confidence: 'observed' }
  expect(computeSteps(run(benchmarks, [docker])).steps).toMatchObject([{ name: 'container', difference: -20 }])
  docker.effective.vmType = { value: null, confidence: 'unknown' }
  expect(names([])).toEqual(['virtual machine and container'])
  docker.effective.vmType = { value: 'vz', confidence: 'observed' }
  expect(names([])).toEqual(['virtual machine and container'])
  const unsupported: Benchmark = { ...at('vm', 'docker', 0), status: 'unsupported', reason: 'no way in', samples: [] }
  expect(names([unsupported])).toEqual(['virtual machine and container'])
  expect(names([at('vm', 'docker', 90)])).toEqual(['virtual machine', 'container'])
})

it('steps are never between other parameters, variants or engines', () => {
  const volume = at('volume', 'docker', 100)
  const others = [{ params: { size: 'cra' } }, { variant: 'head' as const }, { engine: 'lima' }, { workload: 'ioping' }]
  const binds = others.map((other): Benchmark => ({ ...at('bind', 'docker', 300), ...other }))
  expect(computeSteps(run([volume, ...binds])).steps).toEqual([])
})

it('warm-ups and failed samples do not count, and a benchmark without a counted sample is no place', () => {
  const bind = at('bind', 'docker', 300)
  bind.samples.push({ ...sample(9, 0, { duration: 9000 }), warmup: true }, { ...sample(10, 0, {}), failure: 'exit 1' })
  expect(computeSteps(run([at('volume', 'docker', 100), bind])).steps).toMatchObject([{ difference: 200 }])
  const cold = { ...bind, samples: bind.samples.slice(-2) }
  expect(computeSteps(run([at('volume', 'docker', 100), cold])).steps).toEqual([])
})

it('a step needs six rounds', () => {
  const [volume, bind] = [times('volume', [100, 102, 101, 99, 98, 103]), times('bind', [300, 310, 305, 295, 300, 312])]
  const [step] = computeSteps(run([volume, bind])).steps
  expect(step).toMatchObject({ status: 'resolved', rounds: 6, interval: [196, 209] })
  expect(step?.difference).toBe(203)
  const few = run([volume, times('bind', [300, 310, 305, 295, 300])])
  const nothing = { difference: null, interval: null, ratio: null }
  expect(computeSteps(few).steps[0]).toMatchObject({ status: 'too few rounds', rounds: 5, ...nothing })
})

it('a step beside an imprecise control pair is a range that is as wide as the pair', () => {
  const native = times('native', [100, 100, 100, 100, 100, 100], null)
  const control = { ...times('native', [60, 140, 60, 140, 60, 140], null), control: true as const }
  const [step] = computeSteps(run([native, control, at('volume', 'docker', 300)])).steps
  expect(step).toMatchObject({ status: 'range', difference: null, ratio: null })
  // The ratio is 3, and the bounds of the pair are a factor of 1.4 ÷ 0.6 apart.
  expect(step?.interval?.map(Math.round)).toEqual([96, 358])
})

it('a step of a workload with withheld ratios is withheld', () => {
  const native = [at('native', null, 100), { ...at('native', null, 150), control: true as const }]
  const [step] = computeSteps(run([...native, at('volume', 'docker', 120)])).steps
  expect(step).toMatchObject({ status: 'withheld', difference: null, interval: null, ratio: null })
})

it('a list counts with its median', () => {
  const list = (scenario: string, value: number) =>
    benchmark(
      scenario,
      'docker',
      [0, 1, 2, 3, 4, 5].map((round) => sample(round, 0, { duration: [value - 1, value, value + 5] })),
    )
  expect(computeSteps(run([list('volume', 10), list('bind', 30)])).steps).toMatchObject([{ difference: 20 }])
})

it('only a primary metric that is a time has steps', () => {
  const bytes: Metric = { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' }
  const rates = ['volume', 'bind'].map((scenario) =>
    benchmark(scenario, 'docker', [sample(0, 0, { bytes: 8, duration: 2 })], [bytes, { ...DURATION, primary: false }]),
  )
  expect(computeSteps(run(rates)).steps).toEqual([])
})

it('an engine whose CPU is emulated has no step from the host, and the result says so', () => {
  const emulated = engine('ssh')
  Object.assign(emulated.effective, { accelerator: { value: 'tcg', confidence: 'observed' } })
  const benchmarks = [at('native', null, 10), at('vm', 'ssh', 500), at('volume', 'ssh', 600), at('bind', 'ssh', 2400)]
  const names = (benchmarks: Benchmark[]) => computeSteps(run(benchmarks, [emulated])).steps.map(({ name }) => name)
  expect(names(benchmarks)).toEqual(['container', 'share'])
  expect(computeSteps(run(benchmarks, [emulated])).emulated).toEqual(['ssh'])
  expect(names(benchmarks.filter(({ scenario }) => scenario !== 'vm'))).toEqual(['share'])
  expect(computeSteps(run(benchmarks.slice(1), [emulated])).emulated).toEqual([])
})

function run(benchmarks: Benchmark[], engines: Engine[] = [engine('docker'), engine('lima')]): RunDocument {
  return { ...runDocument(), engines, benchmarks }
}

function at(scenario: string, on: string | null, median: number): Benchmark {
  return times(
    scenario,
    Array.from({ length: 6 }, () => median),
    on,
  )
}

function times(scenario: string, values: number[], on: string | null = 'docker'): Benchmark {
  return benchmark(
    scenario,
    on,
    values.map((duration, round) => sample(round, 0, { duration })),
  )
}

function round(ratio: number | null): number | null {
  return ratio && Number(ratio.toFixed(3))
}
