import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canonicalize, type JsonValue } from '@plimsoll/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import suiteSchema from '../../suite.schema.json' with { type: 'json' }
import workloadSchema from '../../workload.schema.json' with { type: 'json' }
import { BASE_IMAGE } from '../image/base-image.ts'
import { dockerfileFor } from '../image/dockerfile.ts'
import { toolchainDigest } from '../image/toolchain-parts.ts'
import { inputsOfProject } from './own-inputs.ts'
import { combinationsOf, type ParamChoice } from './param-choices.ts'
import { TARGETS_OF_KINDS } from './targets-of-kinds.ts'
import { fill } from './template.ts'
import type { Params, Suite, Workload } from './workload.ts'
import { mistakesIn } from './workload-rules.ts'
import { type Mistake, readYamlFile } from './yaml-file.ts'

/** What a workload file may leave out. */
const DEFAULTS = {
  kind: 'command',
  toolchain: [],
  fromImage: [],
  params: {},
  copy: [],
  hot: null,
  prepare: [],
  times: 1,
  environment: {},
  unsupported: [],
  discard: false,
  timeout: 900,
  output: 4096,
  verify: [],
} as const

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true })
const workloadFile = ajv.compile(workloadSchema)
const suiteFile = ajv.compile(suiteSchema)

/** Every workload of the catalog, by file name. */
export function listWorkloads(): Workload[] {
  return filesOf('../../catalog/').map((file) => parseWorkload(readFileSync(file, 'utf8'), file))
}

/** Every suite, by file name. */
export function listSuites(): Suite[] {
  return filesOf('../../suites/').map((file) => readYamlFile<Suite>(readFileSync(file, 'utf8'), file, suiteFile).value)
}

/**
 * Parse one workload file.
 * @param project absolute path of the project whose own it is
 * @param moreMistakes what else it must keep to
 * @throws Problem (2) that names the line in the file, and the reason
 */
export function parseWorkload(
  text: string,
  name: string,
  project: string | null = null,
  moreMistakes: (workload: Workload) => Mistake[] = () => [],
): Workload {
  const { value, refuse } = readYamlFile<Workload>(text, name, workloadFile)
  const workload = { ...structuredClone(DEFAULTS), ...value, project, copied: [] }
  refuse([...moreMistakes(workload), ...mistakesIn(workload)])
  return workload
}

/**
 * Workloads outside of any suite: in every scenario they have, three rounds after one that warms up.
 * @param choices of their params: several values of one make several benchmarks, in all combinations; without any, the first
 * value of each is taken
 * @throws Problem (2) for a choice that the workloads do not have
 */
export function selectionOf(workloads: Workload[], choices: ParamChoice[] = []): Suite {
  const benchmarks = combinationsOf(workloads, choices).map(({ entry: { workload, scenarios }, params }) => ({
    workload,
    params,
    scenarios,
    rounds: 3,
    warmups: 1,
  }))
  return { suite: 'selection', version: 1, purpose: 'Workloads named on the command line.', benchmarks }
}

/** SHA-256 of a suite as frozen. */
export function suiteDigest(suite: Suite): string {
  return sha256(canonicalize(suite as unknown as JsonValue))
}

/**
 * SHA-256 of a workload file and of every input that is made of it: what is baked into its toolchain for these params, how its
 * image is made, or what is taken from its project. @throws Problem (2) when the project lacks it
 */
export function workloadDigest({ project, copied, ...workload }: Workload, params: Params): string {
  const ofToolchain = workload.toolchain.map((part) => ({ part, digest: toolchainDigest(fill(part, params)) }))
  const { image } = workload
  const ofKind = TARGETS_OF_KINDS[workload.kind as keyof typeof TARGETS_OF_KINDS]
  const own = project === null && 'target' in image ? image.target : undefined
  const targets = own === undefined ? [] : [fill(own, params), ofKind]
  const ofImage = targets.flatMap((target) => (target ? [stageInput(target)] : []))
  const ofProject = project === null ? [] : inputsOfProject({ ...workload, project, copied })
  const inputs = [...ofToolchain, ...ofImage, ...ofProject]
  return sha256(canonicalize({ workload, inputs } as unknown as JsonValue))
}

/** What a target of Plimsoll's Dockerfile is made of and by; trees and programs of a workload are among it. Comments make nothing. */
function stageInput(target: string): { part: string; digest: string } {
  return { part: target, digest: sha256(BASE_IMAGE + dockerfileFor(target).replaceAll(/^#.*\n/gm, '')) }
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
