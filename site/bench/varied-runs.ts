import type { Benchmark, Engine, RunDocument } from '@plimsoll/schema'
import { checkDocument, EVERY_VERDICT } from '../../schema/test/check-document.ts'
import { exampleDocument, hexadecimal, type Random, xorshift } from './generate.ts'
import { ENGINES, MACHINES, type VariedMachine } from './varied-machines.ts'

/** A run of the varied registry, and what is said about it. */
export interface VariedRun {
  document: RunDocument
  /** What a later statement says about the run. A run is superseded by the next run of the same machine. */
  state: 'superseded' | 'withdrawn' | null
}

const FIRST_DAY = Date.UTC(2024, 9, 1)
const MONTHS = 24
const MONTH_MS = (365.25 / 12) * 86_400_000
const REPOSITORIES = ['acme/shop', 'acme/website', 'northwind/api', 'fjord/search', 'lantern/cli', 'someone/dotfiles']
const ROUNDS = 8
/** How many times one run differs from the next on the same machine, as a share of the time. */
const RUN_NOISE = 0.025
const ROUND_NOISE = 0.02

const DURATION = [{ name: 'duration', unit: 'ns', better: 'lower', primary: true }] as const
const RATE = [
  { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' },
  { name: 'duration', unit: 'ns', better: 'lower', primary: false },
] as const

/** The workloads: parameters, metrics, and the time on the fastest machine in ns. */
const WORKLOADS: Pick<Benchmark, 'workload' | 'params' | 'metrics'>[] = [
  { workload: 'npm-ci', params: { size: 'small' }, metrics: [...DURATION] },
  { workload: 'go-list', params: {}, metrics: [...DURATION] },
  { workload: 'metadata', params: { files: 2000 }, metrics: [...DURATION] },
  { workload: 'sequential-write', params: { bytes: 67108864 }, metrics: [...RATE] },
]
const TIMES = [2.4e9, 1.1e9, 3.2e8, 1.4e8]
const SCENARIOS = { native: 1, layer: 1.06, volume: 1.09, bind: 1 }

/** The benchmarks of a check. On a Linux host, work on a bind mount takes little longer than on the host. */
const WORKS_OF_CHECK = EVERY_VERDICT.map((work) =>
  work.scenario === 'bind' && work.workload === undefined ? { ...work, middle: 3.1e9 } : work,
)

/**
 * Returns runs of twelve machines and six engines over two years. Releases of two engines change the time of work on a
 * bind mount, so some histories have a change point. Every 23rd run is a check, every 17th is partial, every 19th has a
 * failed benchmark, every 29th is withdrawn and every 31st superseded. The same number and seed give the same runs.
 */
export function variedRuns(count: number, seed: number): VariedRun[] {
  return Array.from({ length: count }, (_, number) => variedRun(number, count, xorshift(seed * 100_003 + number + 1)))
}

function variedRun(number: number, count: number, random: Random): VariedRun {
  const machine = MACHINES[number % MACHINES.length] as VariedMachine
  const month = (number / count) * MONTHS
  const isCheck = number % 23 === 22
  const document = isCheck ? checkDocument(WORKS_OF_CHECK, { seed: number + 1 }) : plainRun(machine, month, random)
  const startedAt = FIRST_DAY + month * MONTH_MS
  const repository = REPOSITORIES[number % REPOSITORIES.length] as string
  Object.assign(document, {
    startedAt: timeAt(startedAt),
    finishedAt: timeAt(startedAt + measuredMs(document)),
    source: {
      repository,
      commit: hexadecimal(random, 40),
      ref: isCheck ? `refs/pull/${number}/merge` : 'refs/heads/main',
      pullRequest: isCheck ? number : null,
      workflowRun: null,
    },
    host: hostOf(machine, document.host),
    notes: [{ code: 'generated', text: `Run ${number} of a registry that is invented for testing its pages.` }],
  })
  if (number % 17 === 16) Object.assign(document, { status: 'partial' })
  if (number % 19 === 18) failLast(document)
  return {
    document,
    state: number % 29 === 28 ? 'withdrawn' : number % 31 === 30 ? 'superseded' : null,
  }
}

/** The time from the start of a run to the end of its last sample, in ms. */
function measuredMs({ benchmarks }: RunDocument): number {
  const samples = benchmarks.flatMap((benchmark) => benchmark.samples)
  return Math.max(...samples.map(({ offset, values }) => (offset ?? 0) + Number(values.duration ?? 0))) / 1e6
}

/** Returns a run of the machine's first engines in this month: of one engine, or of two in the same run. */
function plainRun(machine: VariedMachine, month: number, random: Random): RunDocument {
  const run = exampleDocument()
  const first = Math.floor(random() * machine.engines.length)
  const turned = [...machine.engines.slice(first), ...machine.engines.slice(0, first)]
  const engines = turned.slice(0, random() < 0.4 ? 2 : 1)
  Object.assign(run, {
    suite: { ...run.suite, version: month < MONTHS * 0.35 ? 2 : 3 },
    division: 'standard',
    deviations: [],
    engines: engines.map((id) => engineOf(id, machine, month)),
    images: engines.flatMap((engine) => run.images.map((image) => ({ ...image, engine }))),
  })
  Object.assign(run.design, { rounds: ROUNDS, warmups: 0, seed: Math.floor(random() * 2 ** 31) })
  run.calibration = { spawn: [{ engine: null, round: 0, values: [78_597, 71_772, 83_640] }] }
  const places = [
    { scenario: 'native', engine: null, factor: 1 },
    ...engines.flatMap((engine) =>
      Object.entries(SCENARIOS).flatMap(([scenario, factor]) =>
        scenario === 'native'
          ? []
          : { scenario, engine, factor: factor * (scenario === 'bind' ? bindFactor(engine, month) : 1) },
      ),
    ),
  ]
  run.benchmarks = WORKLOADS.flatMap((work, position) =>
    places.map(({ scenario, engine, factor }, place): Benchmark => {
      const time = (TIMES[position] ?? 1e9) * machine.slowness * factor * around(RUN_NOISE, random)
      return {
        ...(run.benchmarks[0] as Benchmark),
        ...work,
        scenario,
        engine,
        target: null,
        samples: samplesOf(work, time, position * places.length + place, random),
      }
    }),
  )
  addControl(run)
  return run
}

function samplesOf(
  { params, metrics }: Pick<Benchmark, 'params' | 'metrics'>,
  time: number,
  order: number,
  random: Random,
) {
  return Array.from({ length: ROUNDS }, (_, round): Benchmark['samples'][number] => {
    const duration = Math.round(time * around(ROUND_NOISE, random))
    const cpu = { user: Math.round(duration * 0.6), system: Math.round(duration * 0.3) }
    const values: Benchmark['samples'][number]['values'] =
      metrics.length > 1 ? { bytes: Number(params.bytes), duration } : { duration }
    const offset = round * 60_000_000_000 + order * 1_000_000_000
    return { round, order, slot: `r${round}-${order}`, offset, warmup: false, cpu, values, failure: null }
  })
}

/** Repeats the first benchmark, so that the run is checked against itself. */
function addControl(run: RunDocument): void {
  const [first] = run.benchmarks
  if (first === undefined) return
  const order = run.benchmarks.length
  const samples = first.samples.map((sample) => ({ ...sample, order, slot: `r${sample.round}-${order}` }))
  run.benchmarks.push({ ...first, samples, control: true })
}

function failLast(run: RunDocument): void {
  const last = run.benchmarks.findLast(({ control, variant }) => !control && variant === null)
  if (last !== undefined) Object.assign(last, { status: 'failed', reason: 'exit code 1', samples: [] })
}

function hostOf(machine: VariedMachine, host: RunDocument['host']): RunDocument['host'] {
  const isMac = machine.os.family === 'macos'
  return {
    ...host,
    os: machine.os,
    kernel: isMac ? '24.1.0' : '6.12.0',
    architecture: machine.architecture,
    cpu: { model: machine.cpu, count: machine.cpus },
    memory: machine.gibibytes * 2 ** 30,
    target: { filesystem: isMac ? 'apfs' : 'ext4', disk: 'solid-state' },
    power: 'mains',
    runner: machine.runner,
    virtualization: { kind: machine.runner.kind === 'local' ? 'none' : 'vm', nested: false, accelerator: null },
  }
}

function engineOf(id: keyof typeof ENGINES, machine: VariedMachine, month: number): Engine {
  const { product, vmType, mountType, storageDriver } = ENGINES[id]
  const { effective } = exampleDocument().engines[0] as Engine
  const cpus = Math.min(machine.cpus, 8)
  return {
    id,
    product,
    version: releaseOf(id, month)[1],
    requested: { cpus },
    effective: {
      ...effective,
      vmType: { value: vmType, confidence: 'observed' },
      mountType: { value: mountType, confidence: 'observed' },
      cpus: { value: cpus, confidence: 'observed' },
      memory: { value: Math.ceil(machine.gibibytes / 2) * 2 ** 30, confidence: 'observed' },
      storageDriver: { value: storageDriver, confidence: 'declared' },
    },
  }
}

function bindFactor(id: keyof typeof ENGINES, month: number): number {
  return releaseOf(id, month)[2]
}

function releaseOf(id: keyof typeof ENGINES, month: number): [number, string, number] {
  const { releases } = ENGINES[id]
  return releases.findLast(([from]) => from <= month) ?? (releases[0] as [number, string, number])
}

/** Returns a factor around 1. @param width the largest distance from 1 */
function around(width: number, random: Random): number {
  return 1 + width * (2 * random() - 1)
}

function timeAt(milliseconds: number): string {
  return new Date(Math.round(milliseconds / 1000) * 1000).toISOString().replace('.000', '')
}
