import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canonicalize, type JsonValue, type Metric } from '@plimsoll/schema'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import suiteSchema from '../suite.schema.json' with { type: 'json' }
import workloadSchema from '../workload.schema.json' with { type: 'json' }
import type { Lifecycle } from './engine.ts'
import { kitDigest } from './kit-parts.ts'
import { Problem } from './problem.ts'
import { fill } from './template.ts'

export type Params = Readonly<Record<string, string | number>>

/** A metric of the run document, and where its values come from. */
export interface WorkloadMetric extends Metric {
  from: 'wall' | { phase: keyof Lifecycle } | { json: string; times?: number } | { regex: string; times?: number }
}

/** One file of `catalog/`: the work, where its files come from, and what must be true afterwards. */
export interface Workload {
  workload: string
  kind?: 'command' | 'container-start'
  title: string
  question: string
  origin: string
  timed: string
  differs: string
  image: { target: string; arguments: Record<string, string> }
  kit: string[]
  params: Record<string, (string | number)[]>
  place: { from: string; to: string }[]
  hot: string | null
  run: string[]
  environment: Record<string, string>
  /** what the command prints where the environment cannot do the work at all, and why that is */
  unsupported?: { says: string; because: string }[]
  /** what the container may use */
  limits?: { cpus: number }
  /** seconds */
  timeout: number
  /** bytes of the command's output that are kept */
  output?: number
  metrics: WorkloadMetric[]
  verify: { params: Record<string, string | number>; directory: string; files: number; links: number }[]
  scenarios: string[]
}

/** One file of `suites/`: a named, versioned, frozen selection of cells and rounds. */
export interface Suite {
  suite: string
  version: number
  purpose: string
  cells: {
    workload: string
    params: Record<string, string | number>
    scenarios: string[]
    rounds: number
    warmups: number
  }[]
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
const workloadFile = ajv.compile(workloadSchema)
const suiteFile = ajv.compile(suiteSchema)

/** Every workload of the catalog, by file name. */
export function listWorkloads(): Workload[] {
  return filesOf('../catalog/').map((file) => parseWorkload(readFileSync(file, 'utf8'), file))
}

/** Every suite, by file name. */
export function listSuites(): Suite[] {
  return filesOf('../suites/').map((file) => read<Suite>(readFileSync(file, 'utf8'), file, suiteFile))
}

/** Parse one workload file. @throws Problem (2) that names the place in the file. */
export function parseWorkload(text: string, name: string): Workload {
  return read<Workload>(text, name, workloadFile)
}

/**
 * Workloads outside of any suite: with the first of their params, in every scenario they have, three rounds after one
 * that warms up.
 */
export function selectionOf(workloads: Workload[]): Suite {
  const cells = workloads.map(({ workload, params, scenarios }) => ({
    workload,
    params: Object.fromEntries(Object.entries(params).map(([name, [first]]) => [name, first as string | number])),
    scenarios,
    rounds: 3,
    warmups: 1,
  }))
  return { suite: 'selection', version: 1, purpose: 'Workloads named on the command line.', cells }
}

/** SHA-256 of a suite as frozen. */
export function suiteDigest(suite: Suite): string {
  return sha256(canonicalize(suite as unknown as JsonValue))
}

/** SHA-256 of a workload file and of every input that is baked into its kit for these params. */
export function workloadDigest(workload: Workload, params: Params): string {
  const inputs = workload.kit.map((part) => ({ part, digest: kitDigest(fill(part, params)) }))
  return sha256(canonicalize({ workload, inputs } as unknown as JsonValue))
}

function read<T>(text: string, name: string, valid: ValidateFunction): T {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    throw new Problem(2, `${name} is not YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  if (!valid(value)) {
    const first = valid.errors?.[0]
    throw new Problem(2, `${name} is not as it should be: ${first?.instancePath || '/'} ${first?.message}.`)
  }
  return value as T
}

function filesOf(folder: string): string[] {
  const directory = new URL(folder, import.meta.url)
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .map((name) => fileURLToPath(new URL(name, directory)))
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
