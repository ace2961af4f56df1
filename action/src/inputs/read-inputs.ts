import { Problem } from '@plimsoll/workloads'
import { RELEASES } from '../engine-setup/releases.ts'
import { FAIL_ON, type FailOn } from '../fail-on.ts'
import {
  BUDGET,
  MAX_ALPHA,
  MAX_THRESHOLD,
  ROUNDS,
  SEED,
  share,
  type VariantSpec,
  wholeNumber,
} from '../measure-request/parse-settings.ts'
import type { MeasureRequest } from '../measure-request/request.ts'
import type { RemoteRegistry } from '../publish/registry-address.ts'
import {
  choice,
  choices,
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
  setting,
  variant,
  yes,
} from './parse-values.ts'

/** The inputs that say where a step writes its comment. */
export interface CommentInputs {
  comment: boolean
  commentKey: string
  token: string
}

/** The inputs of a workflow's measuring step. */
export interface Inputs extends CommentInputs {
  /** what to measure, as a plain run of the checked-out project */
  request: MeasureRequest
  /** whether a pull request is compared with the branch that it will be merged into */
  compare: 'base' | 'none'
  variants: { base: VariantSpec; head: VariantSpec }
  failOn: FailOn[]
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
  /** the registry to which the run is published */
  registry: RemoteRegistry | undefined
  allowPrivate: boolean
}

/** The inputs of the report step. */
export interface ReportInputs extends CommentInputs {
  /** the paths of run documents, and of folders with run documents */
  documents: string[]
  /** the number of measuring jobs */
  jobs: number | undefined
  /** the hashes of documents in the outputs of the measuring jobs; undefined if documents are not verified */
  hashes: ReadonlySet<string> | undefined
  /** the registry to which the runs are published */
  registry: RemoteRegistry | undefined
  allowPrivate: boolean
}

const ON_UNSUPPORTED = ['skip', 'fail', 'emulate'] as const

type InputReader = (name: string) => string

/**
 * Read the inputs of the measuring step. An empty input counts as absent.
 * @param get returns the text of an input by its name; empty if there is none
 * @param project the folder of the checked-out project
 * @throws Problem (2) that names the wrong input and its allowed values
 */
export function readInputs(get: InputReader, project = process.env.GITHUB_WORKSPACE ?? process.cwd()): Inputs {
  const inputs: Inputs = {
    request: readRequestInputs(get, project),
    compare: choice('compare', get('compare') || 'base', ['base', 'none']),
    variants: {
      base: variant('base-variant', get('base-variant')),
      head: variant('head-variant', get('head-variant')),
    },
    failOn: choices('fail-on', get('fail-on'), FAIL_ON),
    onUnsupported: choice('on-unsupported', get('on-unsupported') || 'skip', ON_UNSUPPORTED),
    setUp: optional('set-up', get('set-up'), ['lima', 'colima']),
    vmType: optional('vm-type', get('vm-type'), ['vz', 'qemu']),
    mountType: optional('mount-type', get('mount-type'), ['9p', 'virtiofs', 'reverse-sshfs']),
    cpus: setting('cpus', get('cpus'), wholeNumber([1, 256])),
    memory: setting('memory', get('memory'), wholeNumber([1, 1024])),
    limaVersion: optional('lima-version', get('lima-version'), Object.keys(RELEASES.tools.lima)),
    colimaVersion: optional('colima-version', get('colima-version'), Object.keys(RELEASES.tools.colima)),
    allowForkOnSelfHosted: yes('allow-fork-on-self-hosted', get('allow-fork-on-self-hosted')),
    registry: registry(get('registry')),
    allowPrivate: yes('allow-private', get('allow-private')),
    ...readCommentInputs(get),
  }
  assertTogether(inputs)
  return inputs
}

/**
 * Read only the inputs that say where a step writes its comment, so that the comment can name other, wrong inputs.
 * @throws Problem (2)
 */
export function readCommentInputs(get: InputReader): CommentInputs {
  return {
    comment: choice('comment', get('comment') || 'true', ['true', 'false']) === 'true',
    commentKey: key(get('comment-key')),
    token: secret('token', get('token')),
  }
}

/** The inputs that are parts of the request. Their names are looked up later, together. */
function readRequestInputs(get: InputReader, project: string): MeasureRequest {
  return {
    project,
    suite: get('suite') || undefined,
    workloads: names('workloads', get('workloads')),
    params: lines(get('params')).map((text) => param(text)),
    scenarios: names('scenarios', get('scenarios')),
    engines: names('engines', get('engines') || 'all'),
    threshold: setting('threshold', get('threshold'), share(MAX_THRESHOLD)),
    alpha: setting('alpha', get('alpha'), share(MAX_ALPHA)),
    rounds: setting('rounds', get('rounds'), wholeNumber(ROUNDS)),
    seed: setting('seed', get('seed'), wholeNumber(SEED)),
    budget: setting('budget', get('budget'), BUDGET),
    dir: folder('dir', get('dir')),
    variants: null,
    declared: { nfs: null, synced: null },
  }
}

/**
 * Reject inputs that are valid by themselves but not together.
 * @throws Problem (2)
 */
function assertTogether(inputs: Inputs): void {
  const { request, setUp, onUnsupported } = inputs
  const { suite, params } = request
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
  assertMachine(inputs)
}

/**
 * Reject inputs that need a virtual machine if the step sets up none. Also reject inputs that cannot be combined with a
 * virtual machine.
 * @throws Problem (2)
 */
function assertMachine(inputs: Inputs): void {
  const { setUp, onUnsupported } = inputs
  const { engines, dir } = inputs.request
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
export function readReportInputs(get: InputReader): ReportInputs {
  const documents = names('documents', get('documents'))
  if (documents.length === 0) throw refuse('documents', 'run documents, or folders that contain them')
  return {
    documents,
    jobs: setting('jobs', get('jobs'), wholeNumber([1, 256])),
    hashes: hashes(get('hashes')),
    registry: registry(get('registry')),
    allowPrivate: yes('allow-private', get('allow-private')),
    ...readCommentInputs(get),
  }
}
