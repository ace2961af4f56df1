import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canonicalize, type JsonValue, type RoundsRule, SELECTION } from '@plimsoll/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import suiteSchema from '../../suite.schema.json' with { type: 'json' }
import workloadSchema from '../../workload.schema.json' with { type: 'json' }
import { BASE_IMAGE } from '../image/base-image.ts'
import { dockerfileFor } from '../image/dockerfile.ts'
import { toolchainDigest } from '../toolchain/toolchain-digest.ts'
import { KIND_IMAGE_TARGETS } from './kind-image-targets.ts'
import { combineParams, type ParamChoice } from './param-choices.ts'
import { digestOfFiles, listProjectFiles } from './project-files.ts'
import { inputsOfProject } from './project-inputs.ts'
import { fill } from './template.ts'
import type { Params, Suite, Workload } from './workload.ts'
import { workloadErrors } from './workload-rules.ts'
import { type FileError, readYamlFile } from './yaml-file.ts'

/** The default values of optional fields of a workload file. */
const DEFAULTS = {
  kind: 'command',
  image: { none: true },
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
  writes: [],
} as const

/**
 * Ajv compiles a schema on the first file, not in each command, and does not validate the schema, because a test does.
 * Both took a third of the time of a short command.
 */
const ajv = new Ajv2020({
  ...{ allErrors: true, allowUnionTypes: true, verbose: true },
  ...{ validateSchema: false, code: { optimize: false } },
})

/** Lists the workloads of the catalog by file name. Their files are read once. */
export function listWorkloads(): Workload[] {
  catalog ??= filesOf('../../catalog/').map((file) => parseWorkload(readFileSync(file, 'utf8'), file))
  return structuredClone(catalog)
}

let catalog: Workload[] | undefined

/** Lists the suites by file name. */
export function listSuites(): Suite[] {
  return filesOf('../../suites/').map((file) =>
    readYamlFile<Suite>(readFileSync(file, 'utf8'), file, ajv.compile(suiteSchema)),
  )
}

/**
 * Parses one workload file.
 * @param project the absolute path of the project that owns the workload; null for the catalog
 * @param moreErrors additional checks
 * @throws InvalidYamlFile with the lines in the file and the reasons
 */
export function parseWorkload(
  text: string,
  name: string,
  project: string | null = null,
  moreErrors: (workload: Workload) => FileError[] = () => [],
): Workload {
  const whole = (value: Workload): Workload => ({
    ...structuredClone(DEFAULTS),
    ...(project !== null && { home: 'image' as const }),
    ...{ ...value, project, copied: [] },
  })
  return whole(
    readYamlFile<Workload>(text, name, ajv.compile(workloadSchema), (value) => {
      const workload = whole(value)
      return [...moreErrors(workload), ...workloadErrors(workload)]
    }),
  )
}

/**
 * The rule for the rounds of single workloads. It has the precision of the suite `quick`, and at most ten minutes: one
 * workload can take minutes per round.
 */
const RULE_OF_SELECTION: RoundsRule = { after: 6, halfWidth: 0.09, longest: 600 }

/**
 * Builds a suite from single workloads. The suite has all scenarios of the workloads, one warm-up and at most 15
 * measured rounds.
 * @param choices the chosen values of params. Several values of one param make several benchmarks, in all combinations.
 * A param without a choice uses its first value.
 * @throws Problem (2) if a choice does not exist in the workloads
 */
export function makeSelection(workloads: Workload[], choices: ParamChoice[] = []): Suite {
  const benchmarks = combineParams(workloads, choices).map(({ entry: { workload, scenarios }, params }) => ({
    workload,
    params,
    scenarios,
    rounds: 15,
    warmups: 1,
    adapt: true as const,
  }))
  const purpose = 'Workloads named on the command line.'
  return { suite: SELECTION, version: 1, purpose, roundsRule: RULE_OF_SELECTION, benchmarks }
}

/** SHA-256 of a suite in its canonical form. */
export function suiteDigest(suite: Suite): string {
  return sha256(canonicalize(suite as unknown as JsonValue))
}

/**
 * SHA-256 of a workload file and of all its inputs. The inputs are the toolchain for these params, the recipe of the
 * image, and the files from the project. How much the workload writes is an estimate; neither that nor its place in a run
 * changes the work.
 * @throws Problem (2) if a file is missing in the project
 */
export function workloadDigest(
  { project, copied, writes: _, removes: __, ...workload }: Workload,
  params: Params,
): string {
  const ofToolchain = workload.toolchain.map((part) => ({ part, digest: toolchainDigest(fill(part, params)) }))
  const { image } = workload
  const ofKind = KIND_IMAGE_TARGETS[workload.kind as keyof typeof KIND_IMAGE_TARGETS]
  const own = project === null && 'target' in image ? image.target : undefined
  const targets = own === undefined ? [] : [fill(own, params), ofKind]
  const ofImage = targets.flatMap((target) => (target ? [stageInput(target)] : []))
  const ofProject = project === null ? [] : inputsOfProject({ ...workload, project, copied })
  const inputs = [...ofToolchain, ...ofImage, ...ofProject]
  return sha256(canonicalize({ workload, inputs } as unknown as JsonValue))
}

/**
 * SHA-256 of what a project's workload is: its file without the texts for readers, and its fixtures. The measured code is not
 * in it, so that a history goes on when the code changes. Null for a workload of the catalog, which is its whole content.
 * @throws Problem (2) if a fixture is missing in the project
 */
export function definitionDigest(workload: Workload): string | null {
  const { project, copied: _, title: __, question: ___, fixtures = [], ...definition } = workload
  if (project === null) return null
  const inputs = fixtures.map((part) => ({ part, digest: digestOfFiles(listProjectFiles(project, part)) }))
  return sha256(canonicalize({ definition, inputs } as unknown as JsonValue))
}

/**
 * A digest of a target of Plimsoll's Dockerfile. It includes the directories and programs that the target builds for a
 * workload, and ignores comments.
 */
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
