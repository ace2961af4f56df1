import {
  canonicalize,
  type Engine,
  type Host,
  type Image,
  isSameImage,
  isSameMemory,
  type JsonValue,
} from '@plimsoll/schema'
import { Problem } from '../problem.ts'
import { workloadDigest } from '../read-catalog/catalog.ts'
import { agentDigest } from '../sample/agent.ts'
import type { PreparedBenchmark } from '../sample/prepare.ts'
import type { InterruptedJournal } from './journal-entry.ts'
import type { Measurements } from './measurements.ts'
import { findWorkload, type Workloads } from './plan-benchmarks.ts'

/**
 * Ensures that the rest of an interrupted run uses the same harness (the measuring program) and does the same work.
 * @throws Problem (2) with the differences
 */
export function assertSameHarness(
  { file, start }: InterruptedJournal,
  here: { version: string; commit: string | null; workloads: Workloads },
): void {
  const { version, commit, agentDigest: agent } = start.harness
  if (version !== here.version || commit !== here.commit)
    throw new Problem(
      2,
      `The run with the journal ${file} was started by plimsoll ${named(version, commit)}, but this is plimsoll ${named(here.version, here.commit)}. Resume the run with the version that started it, or start a new run.`,
    )
  const missing = start.plan.benchmarks.find((benchmark) => !findWorkload(here.workloads, benchmark))
  if (missing)
    throw new Problem(
      2,
      `Workload ${missing.workload} of ${file} not found. Resume the run in the folder in which it was started, and restore .plimsoll/${missing.workload}.yml there.`,
    )
  const changed = start.plan.benchmarks.flatMap((benchmark) => {
    const workload = findWorkload(here.workloads, benchmark)
    return workload && workloadDigest(workload, benchmark.params) === benchmark.workloadDigest
      ? []
      : [`the workload ${benchmark.workload}`]
  })
  refuse(file, [...(agent === agentDigest() ? [] : ['the agent']), ...changed])
}

/**
 * Ensures that the environment is the same as before the interruption of the run.
 * @throws Problem: 2 with the differences, 3 if a benchmark can no longer be measured
 */
export function assertSameEnvironment(
  { file, start }: InterruptedJournal,
  here: { host: Host; engines: Engine[]; images: Image[]; benchmarks: PreparedBenchmark[] },
  measured: Measurements,
): void {
  const images = start.images.filter(
    (image) =>
      !here.images.some((now) => now.engine === image.engine && now.name === image.name && isSameImage(now, image)),
  )
  const engines = start.engines.filter((engine) => {
    const now = here.engines.find(({ id }) => id === engine.id)
    return !now || !same(lasting(engine), lasting(now)) || hasOtherMemory(engine, now)
  })
  const parts = (['os', 'kernel', 'architecture', 'cpu', 'target'] as const).filter(
    (part) => !same(start.host[part], here.host[part]),
  )
  refuse(file, [
    ...images.map(({ name }) => `the image ${name}`),
    ...engines.map(({ product }) => product),
    ...parts.map((part) => (part === 'target' ? 'the file system of --dir' : `the host's ${part}`)),
  ])
  for (const [index, benchmark] of here.benchmarks.entries()) {
    if (!('unsupported' in benchmark) || measured.benchmarks[index]?.samples.length === 0) continue
    const { workload = '', scenario = '' } = start.plan.benchmarks[index] ?? {}
    throw new Problem(
      3,
      `${workload} ${scenario} was measured before the interruption, but cannot be measured now: ${benchmark.unsupported}`,
    )
  }
}

/** The properties of an engine that stay the same when the engine restarts. */
function lasting({ product, version, effective: { memory: _, ...effective } }: Engine) {
  return { product, version, effective }
}

/**
 * Whether the memory of an engine has changed. The comparison has a tolerance, because the kernel may reserve a
 * slightly different amount after a restart.
 */
function hasOtherMemory(before: Engine, now: Engine): boolean {
  const [had, has] = [before.effective.memory.value, now.effective.memory.value]
  return had !== null && has !== null && !isSameMemory(had, has)
}

function same(a: unknown, b: unknown): boolean {
  return canonicalize(a as JsonValue) === canonicalize(b as JsonValue)
}

function named(version: string, commit: string | null): string {
  return commit ? `${version} (${commit.slice(0, 10)})` : version
}

function refuse(file: string, changed: string[]): void {
  if (changed.length === 0) return
  const list = [...new Set(changed)].join(', ')
  throw new Problem(
    2,
    `Cannot resume the run with the journal ${file}, because this changed since the run started: ${list}. Start a new run.`,
  )
}
