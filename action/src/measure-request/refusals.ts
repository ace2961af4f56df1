import { FIRST_REPORT, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import { Problem } from '@plimsoll/workloads'

/** What is wrong with a request. The command and the action state it with the names of their own flags and inputs. */
export type Refusal =
  | { wrong: 'name'; field: 'workloads' | 'suite' | 'scenarios'; given: string; available: string[] }
  /** `message` names the param. */
  | { wrong: 'params'; message: string }
  | { wrong: 'params without workloads' }
  | { wrong: 'engines beside all or none'; alone: string }
  | { wrong: 'engines of variants and of the run' }
  | { wrong: 'engine of one variant'; named: 'base' | 'head'; other: 'base' | 'head' }
  | { wrong: 'rounds of a check'; given: number }

/** A request that is refused. The message names the flags of the command. */
export class WrongRequest extends Problem {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(2, sentenceOf(refusal))
    this.refusal = refusal
  }
}

const ONE = { workloads: 'workload', suite: 'suite', scenarios: 'scenario' }

function sentenceOf(refusal: Refusal): string {
  switch (refusal.wrong) {
    case 'name':
      return `Unknown ${ONE[refusal.field]} '${refusal.given}' (available: ${refusal.available.join(', ')}).`
    case 'params':
      return refusal.message
    case 'params without workloads':
      return '--param needs --workload. Name the workloads that have the parameter.'
    case 'engines beside all or none':
      return '`all` and `none` cannot be combined with other engines. Give only `all`, only `none`, or the names of engines.'
    case 'engines of variants and of the run':
      return '--variant already names the engine of each variant. Remove --engine.'
    case 'engine of one variant':
      return 'Give both variants an engine, or neither: --variant base=engine=… --variant head=engine=….'
    case 'rounds of a check':
      return `Invalid number of rounds for a check: ${refusal.given}. Choose ${FIRST_REPORT} to ${MAX_ROUNDS} rounds. The error rates of verdicts are known only in this range.`
  }
}
