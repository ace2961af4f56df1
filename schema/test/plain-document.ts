import { type Benchmark, describeWork, type RunDocument, type StorageLocation } from '../src/index.ts'
import { type Generator, randomGenerator } from '../src/statistics/index.ts'
import { benchmark, engine, runDocument, sample } from './document.ts'

/** One benchmark of a plain run, and its true time. */
export interface PlainWork {
  workload?: string
  params?: Benchmark['params']
  scenario: string
  /** ns */
  middle: number
  /** the width of the range of the values, as a share of `middle` (default: 4%) */
  spread?: number
  rounds?: number
  /** repeats an earlier benchmark of the same work and scenario */
  control?: true
}

const METADATA = { workload: 'metadata', params: { files: 500 } }

/**
 * Four workloads with every status: ratios that are resolved and checked, a range beside an imprecise control pair, a
 * workload without a control pair, and one with too few rounds.
 */
export const EVERY_STATUS: PlainWork[] = [
  { scenario: 'native', middle: 3e9 },
  { scenario: 'native', middle: 3e9, control: true },
  { scenario: 'layer', middle: 3.3e9 },
  { scenario: 'volume', middle: 3.02e9 },
  { scenario: 'bind', middle: 3.02e9 },
  { ...METADATA, scenario: 'native', middle: 1e7 },
  { ...METADATA, scenario: 'native', middle: 1e7, control: true, spread: 1.8 },
  { ...METADATA, scenario: 'layer', middle: 1.1e7, spread: 1.4 },
  { workload: 'rename', params: {}, scenario: 'native', middle: 1e6 },
  { workload: 'rename', params: {}, scenario: 'layer', middle: 2e6 },
  { workload: 'npm-ci', params: { size: 'cra' }, scenario: 'native', middle: 2e10, rounds: 2 },
  { workload: 'npm-ci', params: { size: 'cra' }, scenario: 'bind', middle: 4e10, rounds: 2 },
]

/** A workload whose control is 12% slower than the benchmark that it repeats, and one whose control agrees. */
export const ONE_WITHHELD: PlainWork[] = [
  { scenario: 'native', middle: 3e9 },
  { scenario: 'native', middle: 3.36e9, control: true },
  { scenario: 'layer', middle: 3.3e9 },
  { ...METADATA, scenario: 'native', middle: 1e7 },
  { ...METADATA, scenario: 'native', middle: 1e7, control: true },
  { ...METADATA, scenario: 'layer', middle: 2e7 },
]

/** A third workload with ratios, after two whose equal things differ. */
export const UNRELIABLE_RUN: PlainWork[] = [
  ...ONE_WITHHELD.slice(0, 3),
  { ...METADATA, scenario: 'native', middle: 1e7 },
  { ...METADATA, scenario: 'volume', middle: 2e7 },
  { ...METADATA, scenario: 'bind', middle: 3e7 },
  { workload: 'rename', params: {}, scenario: 'native', middle: 1e6 },
  { workload: 'rename', params: {}, scenario: 'layer', middle: 2e6 },
]

/**
 * Simulates a plain run on the host (`native`) and on Docker without a VM, whose volumes are on the device of the host.
 * Every benchmark has 12 rounds by default, and all of a workload have the drift of their round in common.
 */
export function plainRun(works: readonly PlainWork[], seed = 1): RunDocument {
  const document = runDocument()
  const docker = engine('docker')
  const generator = randomGenerator(seed)
  const drift = new Map<string, number>()
  const benchmarks = works.map(({ workload = 'npm-ci', params = { size: 'small' }, ...work }, order): Benchmark => {
    const { scenario, middle, spread = 0.04, rounds = 12, control } = work
    const samples = Array.from({ length: rounds }, (_, round) => {
      const key = `${describeWork({ workload, params })} ${round}`
      const shared = drift.get(key) ?? uniform(generator, 0.2)
      drift.set(key, shared)
      return sample(round, order, { duration: Math.round(middle * (1 + shared) * (1 + uniform(generator, spread))) })
    })
    const made = { ...benchmark(scenario, scenario === 'native' ? null : 'docker', samples), workload, params }
    return control ? { ...made, control } : made
  })
  return {
    ...document,
    host: { ...document.host, cpu: { model: 'Example CPU', count: 4 } },
    engines: [{ ...docker, effective: { ...docker.effective, vmType: { value: 'none', confidence: 'observed' } } }],
    images: [],
    storage: [SHARED_STORAGE],
    design: { ...document.design, rounds: Math.max(...works.map(({ rounds = 12 }) => rounds)) },
    benchmarks,
  }
}

/** A random share from −`width` ÷ 2 to `width` ÷ 2. */
function uniform(generator: Generator, width: number): number {
  return (width * (generator.below(1001) - 500)) / 1000
}

/** Volumes of Docker on the device of the host's files, so that volume and bind are equal. */
export const SHARED_STORAGE: StorageLocation = {
  engine: 'docker',
  location: 'volume',
  filesystem: 'ext4',
  journal: true,
  commitInterval: null,
  discard: false,
  sameDeviceAsHost: true,
  sinceRemoval: null,
  rested: 0,
}

/** A run of the whole workload `metadata` on Linux. Four scenarios of the catalog do not apply there. */
export function metadataRun(): RunDocument {
  const document = plainRun(
    ['native', 'layer', 'volume', 'bind'].map((scenario) => ({ ...METADATA, scenario, middle: 1e7 })),
  )
  const text =
    'Not applicable here: vm, vm-share (no available engine has a virtual machine that Plimsoll can reach); nfs (no NFS export was given: name its directory with --nfs).'
  const suite = { ...document.suite, name: 'selection' }
  return { ...document, suite, notes: [...document.notes, { code: 'not-applicable', text }] }
}
