import { type Budget, Problem, parseBudget } from '@plimsoll/workloads'
import { type ArmSpec, parseArmSpec } from './measure/arm-spec.ts'
import { FAIL_ON, type FailOn } from './measure/fail-on.ts'
import { parseShare } from './measure/share.ts'

/** What a step of a workflow asks for, read from its inputs. */
export interface Inputs {
  suite: string | undefined
  workloads: string[]
  params: { name: string; value: string }[]
  scenarios: string[]
  engines: string[]
  /** whether a pull request is compared with what it is to be merged into */
  compare: 'base' | 'none'
  arms: { base: ArmSpec; head: ArmSpec }
  threshold: number | undefined
  alpha: number | undefined
  rounds: number | undefined
  seed: number | undefined
  budget: Budget | undefined
  failOn: FailOn[]
  comment: boolean
  commentKey: string
  onUnsupported: 'skip' | 'fail'
  /** the engine to set up in a virtual machine of this job, before anything is measured */
  setUp: 'lima' | 'colima' | undefined
  vmType: 'vz' | 'qemu' | undefined
  mountType: '9p' | 'virtiofs' | 'reverse-sshfs' | undefined
  cpus: number | undefined
  /** GiB */
  memory: number | undefined
  allowForkOnSelfHosted: boolean
  dir: string | undefined
  token: string
}

/** What the report step takes. */
export interface ReportInputs {
  /** patterns of files or folders */
  documents: string[]
  commentKey: string
  /** how many measuring jobs there were */
  jobs: number | undefined
  token: string
}

type Get = (name: string) => string

/**
 * Read the inputs of the measuring step; one that is empty is not said.
 * @param get the text of an input by its name, empty where there is none
 * @throws Problem (2) that names the input and what it takes
 */
export function readInputs(get: Get): Inputs {
  return {
    suite: get('suite') || undefined,
    workloads: names('workloads', get('workloads')),
    params: lines(get('params')).map((text) => param(text)),
    scenarios: names('scenarios', get('scenarios')),
    engines: names('engines', get('engines') || 'all'),
    compare: choice('compare', get('compare') || 'base', ['base', 'none']),
    arms: { base: arm('base-arm', get('base-arm')), head: arm('head-arm', get('head-arm')) },
    threshold: share('threshold', get('threshold'), 10),
    alpha: share('alpha', get('alpha'), 0.5),
    rounds: whole('rounds', get('rounds'), 1, 1000),
    seed: whole('seed', get('seed'), 0, 4_294_967_295),
    budget: budget(get('budget')),
    failOn: names('fail-on', get('fail-on')).map((name) => choice('fail-on', name, FAIL_ON)),
    comment: choice('comment', get('comment') || 'true', ['true', 'false']) === 'true',
    commentKey: key(get('comment-key')),
    onUnsupported: choice('on-unsupported', get('on-unsupported') || 'skip', ['skip', 'fail']),
    setUp: optional('set-up', get('set-up'), ['lima', 'colima']),
    vmType: optional('vm-type', get('vm-type'), ['vz', 'qemu']),
    mountType: optional('mount-type', get('mount-type'), ['9p', 'virtiofs', 'reverse-sshfs']),
    cpus: whole('cpus', get('cpus'), 1, 256),
    memory: whole('memory', get('memory'), 1, 1024),
    allowForkOnSelfHosted:
      choice('allow-fork-on-self-hosted', get('allow-fork-on-self-hosted') || 'false', ['true', 'false']) === 'true',
    dir: get('dir') || undefined,
    token: get('token'),
  }
}

/** Read the inputs of the report step. @throws Problem (2) */
export function readReportInputs(get: Get): ReportInputs {
  const documents = names('documents', get('documents'))
  if (documents.length === 0) throw refuse('documents', 'the run documents, or folders that hold them')
  return {
    documents,
    commentKey: key(get('comment-key')),
    jobs: whole('jobs', get('jobs'), 1, 256),
    token: get('token'),
  }
}

function refuse(name: string, takes: string): Problem {
  return new Problem(2, `The input ${name} takes ${takes}.`)
}

/** Names with spaces, commas or line breaks between. */
function names(input: string, text: string): string[] {
  const found = text.split(/[\s,]+/).filter((name) => name !== '')
  const flag = found.find((name) => name.startsWith('-'))
  if (flag !== undefined) throw refuse(input, `names, and not ${JSON.stringify(flag)}`)
  return found
}

/** One a line: a value may hold spaces and commas. */
function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function choice<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text)
  if (found === undefined) throw refuse(name, `one of ${allowed.join(', ')}, and not ${JSON.stringify(text)}`)
  return found
}

function optional<T extends string>(name: string, text: string, allowed: readonly T[]): T | undefined {
  return text === '' ? undefined : choice(name, text, allowed)
}

function param(text: string): { name: string; value: string } {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw refuse('params', `values such as size=small, and not ${JSON.stringify(text)}`)
  return { name, value }
}

function arm(name: string, text: string): ArmSpec {
  const spec = text === '' ? {} : parseArmSpec(text)
  if (spec === null || spec.dir !== undefined)
    throw refuse(name, `engine=NAME and image=NAME, with a comma between, and not ${JSON.stringify(text)}`)
  return spec
}

function share(name: string, text: string, most: number): number | undefined {
  if (text === '') return undefined
  const value = parseShare(text, most)
  if (value === null)
    throw refuse(
      name,
      `a share such as 5% or 0.05, above 0 and at most ${100 * most}%, and not ${JSON.stringify(text)}`,
    )
  return value
}

function whole(name: string, text: string, least: number, most: number): number | undefined {
  if (text === '') return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw refuse(name, `a whole number from ${least} to ${most}, and not ${JSON.stringify(text)}`)
  return value
}

function budget(text: string): Budget | undefined {
  if (text === '') return undefined
  const found = parseBudget(text)
  if (!found) throw refuse('budget', `a time such as 90s, 10m or 1h30m, and not ${JSON.stringify(text)}`)
  return found
}

function key(text: string): string {
  const key = text || 'default'
  if (!/^[a-z0-9-]{1,64}$/.test(key))
    throw refuse('comment-key', `lower-case letters, digits and hyphens, at most 64, and not ${JSON.stringify(text)}`)
  return key
}
