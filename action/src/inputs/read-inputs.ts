import { Problem, type WorkloadFile } from '@plimsoll/workloads'
import type { FailOn } from '../fail-on.ts'
import { commandWorkload } from '../measure-request/command-workload.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import type { VariantSpec } from '../measure-request/parse-settings.ts'
import { type InputReader, type InputValues, readDeclared } from './input-declaration.ts'
import { COMMAND_INPUTS, REQUEST_INPUTS, STEP_INPUTS } from './measure-inputs.ts'
import { REPORT_INPUTS } from './report-inputs.ts'
import { WATCH_INPUTS } from './watch-inputs.ts'

/**
 * The inputs of a workflow's measuring step. `request` says what to measure in the checked-out project: a check, if the
 * inputs name engines or images to compare. All other inputs are as declared.
 */
export type Inputs = ReturnType<typeof readSeparately>

/** The inputs of the report step. */
export type ReportInputs = InputValues<typeof REPORT_INPUTS>

/** The inputs of the watch step. */
export type WatchInputs = InputValues<typeof WATCH_INPUTS>

/** The inputs that say where a step writes its comment. */
export interface CommentInputs {
  comment: false | 'always' | 'changes'
  commentKey: string
  token: string
}

/** What a step needs to say why it measured nothing. */
export interface ReportingInputs extends CommentInputs {
  /** whether to write a check, too */
  check: boolean
  failOn: readonly FailOn[]
}

/**
 * Reads the inputs of the measuring step. An empty input counts as absent.
 * @param get returns the text of an input by its name; empty if there is none
 * @param project the folder of the checked-out project
 * @throws Problem (2) that names the wrong input and its allowed values
 */
export function readInputs(get: InputReader, project = process.env.GITHUB_WORKSPACE ?? process.cwd()): Inputs {
  const inputs = readSeparately(get, project)
  assertTogether(inputs)
  return inputs
}

/**
 * Reads the inputs of the report step.
 * @throws Problem (2)
 */
export function readReportInputs(get: InputReader): ReportInputs {
  return readDeclared(REPORT_INPUTS, get)
}

/**
 * Reads the inputs of the watch step.
 * @throws Problem (2)
 */
export function readWatchInputs(get: InputReader): WatchInputs {
  return readDeclared(WATCH_INPUTS, get)
}

/**
 * Reads only the inputs that say where a step writes its comment, so that the comment can name other, wrong inputs. Both
 * actions have these inputs.
 * @throws Problem (2)
 */
export function readCommentInputs(get: InputReader): CommentInputs {
  const { comment, commentKey, token } = STEP_INPUTS
  return readDeclared({ comment, commentKey, token }, get)
}

/** Reads the inputs, without a check whether they can be combined. */
function readSeparately(get: InputReader, project: string) {
  const { baseVariant, headVariant, ...step } = readDeclared(STEP_INPUTS, get)
  const command = commandOf(get)
  const request: MeasureRequest = {
    ...(command && { command }),
    // The names in the request are looked up later, together.
    ...readDeclared(REQUEST_INPUTS, get),
    project,
    variants: variantsOf(baseVariant, headVariant, project),
    declared: { nfs: null, synced: null },
  }
  // A job that requested an engine and measured nothing has not done its work.
  const onUnsupported = step.onUnsupported ?? (step.startEngine === undefined ? 'skip' : 'fail')
  return { ...step, onUnsupported, request }
}

/**
 * The workload that the input `run` describes. Undefined if there is none.
 * @throws Problem (2) for other inputs of a command without it, or beside it
 */
function commandOf(get: InputReader): WorkloadFile | undefined {
  const { run, ...more } = readDeclared(COMMAND_INPUTS, get)
  if (run === undefined) {
    const orphan = Object.values(COMMAND_INPUTS).find(({ name }) => name !== 'run' && get(name) !== '')
    if (orphan)
      throw new Problem(2, `The input '${orphan.name}' needs the input 'run'. Add it, or use a workload file.`)
    return undefined
  }
  const other = ['workloads', 'suite', 'params'].find((name) => get(name) !== '')
  if (other)
    throw new Problem(2, `The inputs 'run' and '${other}' cannot be used together: 'run' describes the only workload.`)
  if (more.image !== undefined && more.dockerfile !== undefined)
    throw new Problem(2, "The inputs 'image' and 'dockerfile' cannot be used together. Remove one.")
  return commandWorkload({ words: [run], ...more })
}

/** The variants that the inputs name, both of the checked-out project. Null if they name none. */
function variantsOf(base: VariantSpec, head: VariantSpec, directory: string): MeasureRequest['variants'] {
  if (Object.keys({ ...base, ...head }).length === 0) return null
  const variantOf = ({ engine, image }: VariantSpec) => ({ directory, engine: engine ?? null, image: image ?? null })
  return { base: variantOf(base), head: variantOf(head) }
}

/**
 * Rejects inputs that are valid by themselves but not together.
 * @throws Problem (2)
 */
function assertTogether(inputs: Inputs): void {
  const { request, startEngine, onUnsupported } = inputs
  const { suite, params } = request
  if (suite !== undefined && params.length > 0)
    throw new Problem(
      2,
      `The inputs 'params' and 'suite' cannot be used together: a suite has its own params. Remove one.`,
    )
  if (startEngine === 'colima' && onUnsupported === 'emulate')
    throw new Problem(
      2,
      "With 'start-engine: colima', the input 'on-unsupported' takes skip or fail: only Lima can be emulated.",
    )
  assertMachine(inputs)
}

/**
 * Rejects inputs that need a virtual machine if the step sets up none. Also rejects inputs that cannot be combined with a
 * virtual machine.
 * @throws Problem (2)
 */
function assertMachine(inputs: Inputs): void {
  const { startEngine, onUnsupported } = inputs
  const { engines, dir } = inputs.request
  const { vmType, mountType, cpus, memory } = inputs
  const mayHave = startEngine !== undefined || onUnsupported === 'emulate'
  const given = { 'vm-type': vmType, 'mount-type': mountType, cpus, memory }
  const orphan = Object.entries(given).find(([, value]) => value !== undefined)
  if (!mayHave && orphan)
    throw new Problem(
      2,
      `The input '${orphan[0]}' needs a virtual machine. Add 'start-engine: lima' or 'start-engine: colima', or remove '${orphan[0]}'.`,
    )
  if (startEngine !== undefined && dir !== undefined)
    throw new Problem(
      2,
      `The inputs 'dir' and 'start-engine' cannot be used together, because the virtual machine shares its own folder. Remove one.`,
    )
  if (startEngine !== undefined && engines.some((id) => id !== 'all' && id !== startEngine))
    throw new Problem(
      2,
      `With 'start-engine: ${startEngine}', the input 'engines' takes all or ${startEngine}, not ${JSON.stringify(engines.join(' '))}.`,
    )
}
