import { type InvalidDocument, refusal } from './document-errors.ts'
import { parseStrict } from './parse.ts'
import { RUN_ID } from './run-id-pattern.ts'

/**
 * What a registry says about the history of a project's main branch, for programs. It is the file beside the project's
 * page, at the address of the page with `.json`.
 */
export interface ProjectHistory {
  /** The name of the repository, `owner/name`. */
  repository: string
  /** The answer of the page in one or a few sentences: since when the results are other ones. */
  answer: string
  /** Whether older runs are left out, so that a step may be missing only because it is too old. */
  truncated: boolean
  /** The steps after which results are worse, and still are; the latest first. */
  slowdowns: Slowdown[]
}

/** A change after which the results of a benchmark are worse. It holds until they are back more than half of the way. */
export interface Slowdown {
  /** The benchmark, for example `tests on bind, Docker Engine`. */
  benchmark: string
  /** The class of the machine; null if it is unknown. */
  machine: string | null
  /** The start of the first run after the change, ISO 8601. */
  since: string
  /** The id of this run. */
  run: string
  /** The full hash of the commit that this run measured; null if it is unknown. */
  commit: string | null
  /**
   * The ids of this run and of up to two runs on each side of it. With more runs, the same change may be found at a
   * neighbour.
   */
  near: string[]
  /** The median after the change, divided by the median before it. */
  factor: number
  /** The median since the latest change, divided by the median before this one. */
  now: number
}

const MAX_SLOWDOWNS = 1_000

/**
 * Reads the file of a project's history. Unknown members are ignored.
 * @throws InvalidDocument
 */
export function parseProjectHistory(text: string): ProjectHistory {
  const { repository, answer, truncated, slowdowns } = objectOf(parseStrict(text))
  if (!Array.isArray(slowdowns) || slowdowns.length > MAX_SLOWDOWNS) throw invalid('slowdowns')
  return {
    repository: textOf(repository, 'repository'),
    answer: textOf(answer, 'answer', /^.{0,2000}$/s),
    truncated: truncated === true,
    slowdowns: slowdowns.map(slowdownOf),
  }
}

function slowdownOf(value: unknown): Slowdown {
  const { benchmark, machine, since, run, commit, near, factor, now } = objectOf(value)
  if (!Array.isArray(near)) throw invalid('near')
  return {
    benchmark: textOf(benchmark, 'benchmark'),
    machine: machine === null ? null : textOf(machine, 'machine'),
    since: textOf(since, 'since', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    run: textOf(run, 'run', RUN_ID),
    commit: commit === null ? null : textOf(commit, 'commit', /^[0-9a-f]{7,64}$/),
    near: near.map((id) => textOf(id, 'near', RUN_ID)),
    factor: ratioOf(factor, 'factor'),
    now: ratioOf(now, 'now'),
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('an object')
  return value as Record<string, unknown>
}

function textOf(value: unknown, name: string, pattern = /^.{0,500}$/s): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw invalid(name)
  return value
}

function ratioOf(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value > 0)) throw invalid(name)
  return value
}

function invalid(what: string): InvalidDocument {
  return refusal('project-history', `not the history of a project: ${what} is missing or wrong`)
}
