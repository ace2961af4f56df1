import { alternatives, nearest } from '@plimsoll/schema'
import { FIRST_REPORT, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import { Problem } from '@plimsoll/workloads'

/** What is wrong with a request. */
export type Refusal =
  | { wrong: 'name'; field: 'workloads' | 'suite' | 'scenarios'; given: string; available: string[] }
  /** `message` names the param. */
  | { wrong: 'params'; message: string }
  | { wrong: 'params without workloads' }
  | { wrong: 'params of one variant'; workload: string }
  | { wrong: 'file in a check'; file: string }
  | { wrong: 'no workload in both variants' }
  | { wrong: 'engines beside all or none'; alone: string }
  | { wrong: 'engines of variants and of the run' }
  | { wrong: 'engine of one variant'; named: 'base' | 'head'; other: 'base' | 'head' }
  | { wrong: 'rounds of a check'; given: number }

/** A request that is refused. The message names the flags of the command. */
export class WrongRequest extends Problem {
  /** the same problem with the names of the action's inputs */
  readonly withInputs: Problem

  constructor(refusal: Refusal) {
    const { flags, inputs } = sentencesOf(refusal)
    super(2, flags)
    this.withInputs = new Problem(2, inputs)
  }
}

/** An error for a user of the action: of a refused request, the one that names inputs. */
export function withInputs(error: unknown): unknown {
  return error instanceof WrongRequest ? error.withInputs : error
}

const ONE = { workloads: 'workload', suite: 'suite', scenarios: 'scenario' }

/** The sentence for a user of the command, who wrote flags, and the one for a user of the action, who wrote inputs. */
function sentencesOf(refusal: Refusal): { flags: string; inputs: string } {
  switch (refusal.wrong) {
    case 'name': {
      const { field, given } = refusal
      const available = refusal.available.join(', ')
      const meant = nearest(given, refusal.available)
      const takes = field === 'workloads' ? `names of workloads (${available})` : `one of ${available}`
      return {
        flags: `Unknown ${ONE[field]} '${given}' (${alternatives(given, refusal.available)}).`,
        inputs: `The input '${field}' takes ${takes}, not ${JSON.stringify(given)}${meant === null ? '' : ` (did you mean ${meant}?)`}.`,
      }
    }
    case 'params': {
      const [first = '', ...rest] = refusal.message
      return { flags: refusal.message, inputs: `In the input 'params': ${first.toLowerCase()}${rest.join('')}` }
    }
    case 'params without workloads':
      return {
        flags: '--param needs --workload. Name the workloads that have the parameter.',
        inputs: `The input 'params' needs the input 'workloads'. In 'workloads', list the workloads that have these params.`,
      }
    case 'params of one variant': {
      const differ = `The params of ${refusal.workload} differ between base and head.`
      return {
        flags: `${differ} With --param, choose values that both have.`,
        inputs: `${differ} In the input 'params', choose values that both have.`,
      }
    }
    case 'file in a check': {
      const own = `Each variant has its own ${refusal.file}, in its own folder.`
      return {
        flags: `${own} Give --workload the name of the workload, not a file.`,
        inputs: `${own} In the input 'workloads', give the name of the workload, not a file.`,
      }
    }
    case 'no workload in both variants': {
      const none = 'The folders of base and head have no workload in common. Add .plimsoll/NAME.yml to both,'
      return {
        flags: `${none} or name workloads with --workload.`,
        inputs: `${none} or name workloads in the input 'workloads'.`,
      }
    }
    case 'engines beside all or none':
      return {
        flags:
          '`all` and `none` cannot be combined with other engines. Give only `all`, only `none`, or the names of engines.',
        inputs: `The input 'engines' takes ids of engines, or ${refusal.alone} alone.`,
      }
    case 'engines of variants and of the run':
      return {
        flags: '--variant already names the engine of each variant. Remove --engine.',
        inputs: "The inputs 'base-variant' and 'head-variant' already name the engines. Remove the input 'engines'.",
      }
    case 'engine of one variant': {
      const { named, other } = refusal
      return {
        flags: 'Give both variants an engine, or neither: --variant base=engine=… --variant head=engine=….',
        inputs: `Only the input '${named}-variant' names an engine. Name one in '${other}-variant' too, such as engine=docker, or remove the engine from '${named}-variant'.`,
      }
    }
    case 'rounds of a check': {
      const { given } = refusal
      return {
        flags: `Invalid number of rounds for a check: ${given}. Choose ${FIRST_REPORT} to ${MAX_ROUNDS} rounds. The error rates of verdicts are known only in this range.`,
        inputs: `The input 'rounds' takes a whole number from ${FIRST_REPORT} to ${MAX_ROUNDS} in a check, not ${given}.`,
      }
    }
  }
}
