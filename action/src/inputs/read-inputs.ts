import { type Budget, listScenarios, listSuites, Problem } from '@plimsoll/workloads'
import { RELEASES } from '../engine-setup/releases.ts'
import { FAIL_ON, type FailOn } from '../fail-on.ts'
import { MAX_ALPHA, MAX_THRESHOLD, ROUNDS, SEED } from '../measure-request/parse-settings.ts'
import type { VariantSpec } from '../measure-request/variant-spec.ts'
import type { RemoteRegistry } from '../publish/registry-address.ts'
import {
  budget,
  choice,
  choices,
  engineIds,
  folder,
  hashes,
  key,
  lines,
  names,
  optional,
  param,
  refuse,
  registry,
  secret,
  share,
  variant,
  whole,
  yes,
} from './parse-values.ts'

/** The inputs of a workflow's measuring step. */
export interface Inputs {
  suite: string | undefined
  workloads: string[]
  params: { name: string; value: string }[]
  scenarios: string[]
  engines: string[]
  /** whether a pull request is compared with the branch that it will be merged into */
  compare: 'base' | 'none'
  variants: { base: VariantSpec; head: VariantSpec }
  threshold: number | undefined
  alpha: number | undefined
  rounds: number | undefined
  seed: number | undefined
  budget: Budget | undefined
  failOn: FailOn[]
  comment: boolean
  commentKey: string
  onUnsupported: (typeof ON_UNSUPPORTED)[number]
  /** the engine to set up, before measuring, in a virtual machine of this job */
  setUp: 'lima' | 'colima' | undefined
  vmType: 'vz' | 'qemu' | undefined
  mountType: '9p' | 'virtiofs' | 'reverse-sshfs' | undefined
  cpus: number | undefined
  /** the memory of the virtual machine, in GiB */
  memory: number | undefined
  limaVersion: string | undefined
  colimaVersion: string | undefined
  allowForkOnSelfHosted: boolean
  dir: string | undefined
  /** the registry to which the run is published */
  registry: RemoteRegistry | undefined
  allowPrivate: boolean
  token: string
}

/** The inputs of the report step. */
export interface ReportInputs {
  /** the paths of run documents, and of folders with run documents */
  documents: string[]
  comment: boolean
  commentKey: string
  /** the number of measuring jobs */
  jobs: number | undefined
  /** the hashes of documents in the outputs of the measuring jobs; undefined if documents are not verified */
  hashes: ReadonlySet<string> | undefined
  /** the registry to which the runs are published */
  registry: RemoteRegistry | undefined
  allowPrivate: boolean
  token: string
}

const ON_UNSUPPORTED = ['skip', 'fail', 'emulate'] as const

type Get = (name: string) => string

/**
 * Read the inputs of the measuring step. An empty input counts as absent.
 * @param get returns the text of an input by its name; empty if there is none
 * @throws Problem (2) that names the wrong input and its allowed values
 */
export function readInputs(get: Get): Inputs {
  const inputs: Inputs = {
    suite: optional(
      'suite',
      get('suite'),
      listSuites().map(({ suite }) => suite),
    ),
    workloads: names('workloads', get('workloads')),
    params: lines(get('params')).map((text) => param(text)),
    scenarios: choices(
      'scenarios',
      get('scenarios'),
      listScenarios().map(({ id }) => id),
    ),
    engines: engineIds(get('engines')),
    compare: choice('compare', get('compare') || 'base', ['base', 'none']),
    variants: {
      base: variant('base-variant', get('base-variant')),
      head: variant('head-variant', get('head-variant')),
    },
    threshold: share('threshold', get('threshold'), MAX_THRESHOLD),
    alpha: share('alpha', get('alpha'), MAX_ALPHA),
    rounds: whole('rounds', get('rounds'), ...ROUNDS),
    seed: whole('seed', get('seed'), ...SEED),
    budget: budget(get('budget')),
    failOn: choices('fail-on', get('fail-on'), FAIL_ON),
    comment: choice('comment', get('comment') || 'true', ['true', 'false']) === 'true',
    commentKey: key(get('comment-key')),
    onUnsupported: choice('on-unsupported', get('on-unsupported') || 'skip', ON_UNSUPPORTED),
    setUp: optional('set-up', get('set-up'), ['lima', 'colima']),
    vmType: optional('vm-type', get('vm-type'), ['vz', 'qemu']),
    mountType: optional('mount-type', get('mount-type'), ['9p', 'virtiofs', 'reverse-sshfs']),
    cpus: whole('cpus', get('cpus'), 1, 256),
    memory: whole('memory', get('memory'), 1, 1024),
    limaVersion: optional('lima-version', get('lima-version'), Object.keys(RELEASES.tools.lima)),
    colimaVersion: optional('colima-version', get('colima-version'), Object.keys(RELEASES.tools.colima)),
    allowForkOnSelfHosted: yes('allow-fork-on-self-hosted', get('allow-fork-on-self-hosted')),
    dir: folder('dir', get('dir')),
    registry: registry(get('registry')),
    allowPrivate: yes('allow-private', get('allow-private')),
    token: secret('token', get('token')),
  }
  assertTogether(inputs)
  return inputs
}

/**
 * Reject inputs that are valid by themselves but not together.
 * @throws Problem (2)
 */
function assertTogether(inputs: Inputs): void {
  const { suite, params, setUp, onUnsupported } = inputs
  if (suite !== undefined && params.length > 0)
    throw new Problem(
      2,
      `The inputs 'params' and 'suite' cannot be used together: a suite has its own params. Remove one.`,
    )
  if (setUp === 'colima' && onUnsupported === 'emulate')
    throw new Problem(
      2,
      "With 'set-up: colima', the input 'on-unsupported' takes skip or fail: only Lima can be emulated.",
    )
  assertVariants(inputs)
  assertMachine(inputs)
}

/**
 * Check that both variants name an engine, or that neither does and both use the engines of the input `engines`.
 * @throws Problem (2)
 */
function assertVariants({ variants, engines }: Inputs): void {
  const [without, other] =
    variants.base.engine === undefined ? (['base', 'head'] as const) : (['head', 'base'] as const)
  if (variants[other].engine === undefined) return
  if (variants[without].engine === undefined)
    throw new Problem(
      2,
      `Only the input '${other}-variant' names an engine. Name one in '${without}-variant' too, such as engine=docker, or remove the engine from '${other}-variant'.`,
    )
  if (String(engines) !== 'all')
    throw new Problem(
      2,
      "The inputs 'base-variant' and 'head-variant' already name the engines. Remove the input 'engines'.",
    )
}

/**
 * Reject inputs that need a virtual machine if the step sets up none. Also reject inputs that cannot be combined with a
 * virtual machine.
 * @throws Problem (2)
 */
function assertMachine(inputs: Inputs): void {
  const { setUp, engines, onUnsupported, dir } = inputs
  const { vmType, mountType, cpus, memory, limaVersion, colimaVersion } = inputs
  const mayHave = setUp !== undefined || onUnsupported === 'emulate'
  const given = { 'vm-type': vmType, 'mount-type': mountType, cpus, memory, 'lima-version': limaVersion }
  const orphan = Object.entries(given).find(([, value]) => value !== undefined)
  if (!mayHave && orphan)
    throw new Problem(
      2,
      `The input '${orphan[0]}' needs a virtual machine. Add 'set-up: lima' or 'set-up: colima', or remove '${orphan[0]}'.`,
    )
  if (colimaVersion !== undefined && setUp !== 'colima')
    throw new Problem(2, `The input 'colima-version' needs 'set-up: colima'. Add it, or remove 'colima-version'.`)
  if (setUp !== undefined && dir !== undefined)
    throw new Problem(
      2,
      `The inputs 'dir' and 'set-up' cannot be used together, because the virtual machine shares its own folder. Remove one.`,
    )
  if (setUp !== undefined && engines.some((id) => id !== 'all' && id !== setUp))
    throw new Problem(
      2,
      `With 'set-up: ${setUp}', the input 'engines' takes all or ${setUp}, not ${JSON.stringify(engines.join(' '))}.`,
    )
}

/**
 * Read the inputs of the report step.
 * @throws Problem (2)
 */
export function readReportInputs(get: Get): ReportInputs {
  const documents = names('documents', get('documents'))
  if (documents.length === 0) throw refuse('documents', 'run documents, or folders that contain them')
  return {
    documents,
    comment: choice('comment', get('comment') || 'true', ['true', 'false']) === 'true',
    commentKey: key(get('comment-key')),
    jobs: whole('jobs', get('jobs'), 1, 256),
    hashes: hashes(get('hashes')),
    registry: registry(get('registry')),
    allowPrivate: yes('allow-private', get('allow-private')),
    token: secret('token', get('token')),
  }
}
