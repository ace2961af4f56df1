import type { RunDocument } from '@plimsoll/schema'
import { ownValue, RUN_ID } from '@plimsoll/schema/browser'
import { type Filters, filterRuns, readFilters } from '../search/filters.ts'
import type { RunEntry, SearchIndex } from '../search/search-index.ts'

/** A run with its document, or one sentence on why it could not be loaded. */
export type LoadedRun = { id: string; document: RunDocument; state: string | null } | { problem: string }

/**
 * Loads a run's document from the registry. The registry validated the document when it stored it. So this checks only
 * that the response is a run document.
 * @param id the id as typed by a reader
 * @param runStates the states of all runs
 */
export async function loadRun(
  id: string,
  runStates: Promise<RunStates>,
  fetchText: (address: string) => Promise<FetchedText>,
): Promise<LoadedRun> {
  if (!RUN_ID.test(id)) {
    return { problem: `“${id}” is not the id of a run: an id has 26 letters a–z and digits 2–7. Choose a run by name.` }
  }
  const answers = await Promise.all([fetchText(`runs/${id}.json`), runStates]).catch(() => null)
  if (answers === null) return { problem: `Run ${id} could not be loaded; check your connection, then try again.` }
  const [answer, states] = answers
  if (answer.status === 404) return { problem: `This registry has no run ${id}. Choose another run.` }
  if (answer.status === 410) return { problem: `Run ${id} was deleted from this registry. Choose another run.` }
  if (answer.status !== 200) {
    return { problem: `Run ${id} could not be loaded (HTTP status ${answer.status}); try again later.` }
  }
  const document = parse(answer.text)
  return document === null
    ? { problem: `The document of run ${id} is not a valid run document of version 1. Choose another run.` }
    : { id, document, state: ownValue(states, id) ?? null }
}

export interface FetchedText {
  status: number
  text: string
}

function parse(text: string): RunDocument | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRunDocument(value) ? value : null
  } catch {
    return null
  }
}

function isRunDocument(value: unknown): value is RunDocument {
  if (!isObject(value) || value.schemaVersion !== 1) return false
  const objects = [value.suite, value.host, value.harness, value.design, value.conditions, value.origin]
  const lists = [value.benchmarks, value.engines, value.images, value.notes]
  return objects.every(isObject) && Array.isArray(value.deviations) && lists.every(isListOfObjects)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject)
}

/**
 * The content of `data/run-states.json`: the state of each run that is not current (`superseded`, `withdrawn` or
 * `replaced by newer data of its source`), by its id.
 */
export type RunStates = Record<string, string>

/** Loads the states of runs. Throws if they cannot be loaded: a withdrawn run must not look valid. */
export async function loadRunStates(fetchText: (address: string) => Promise<FetchedText>): Promise<RunStates> {
  const { status, text } = await fetchText('data/run-states.json')
  if (status !== 200) throw new Error(`The states of the runs could not be loaded (HTTP status ${status}).`)
  return JSON.parse(text) as RunStates
}

/** Loads all runs of the registry, newest first. Throws if the search index cannot be loaded. */
export async function loadCandidates(fetchText: (address: string) => Promise<FetchedText>): Promise<RunEntry[]> {
  const { status, text } = await fetchText('data/search.json')
  if (status !== 200) throw new Error(`The search index could not be loaded (HTTP status ${status}).`)
  return (JSON.parse(text) as SearchIndex).runs
}

/**
 * Returns the runs that match all words of a query. Those that may have a benchmark in common with the other run come
 * first. Without a query, the newest run of each machine precedes the rest, so that the first few runs are not nearly the
 * same.
 * @param other the id of the other run to compare, which is left out
 */
export function findCandidates(runs: readonly RunEntry[], query: string, other: string): RunEntry[] {
  const filters: Filters = { ...readFilters(''), q: query }
  const found = filterRuns(runs, filters).filter(({ id }) => id !== other)
  const chosen = runs.find(({ id }) => id === other)
  const [first, rest] = splitByCommon(found, chosen)
  if (query === '') return [...machinesFirst(first), ...machinesFirst(rest)]
  // Of the runs that a text finds, no invented run is before a real one.
  const isReal = ({ origin }: RunEntry) => origin !== 'generated'
  return [true, false].flatMap((real) => [first, rest].flatMap((part) => part.filter((run) => isReal(run) === real)))
}

/**
 * Splits runs into those that may have a benchmark in common with another run, because they are of its kind and have one
 * of its workloads, and the rest. Keeps the order. If there is no other run, no run is in the rest.
 */
function splitByCommon(runs: readonly RunEntry[], other: RunEntry | undefined): [RunEntry[], RunEntry[]] {
  const workloads = new Set(other?.workloads)
  const isCommon = (run: RunEntry) =>
    other === undefined || (run.kind === other.kind && run.workloads.some((workload) => workloads.has(workload)))
  return [runs.filter(isCommon), runs.filter((run) => !isCommon(run))]
}

function machinesFirst(runs: readonly RunEntry[]): RunEntry[] {
  const machines = Map.groupBy(runs, ({ system, cpu }) => JSON.stringify([system, cpu]))
  return [...new Set([...[...machines.values()].flatMap((group) => group.slice(0, 1)), ...runs])]
}
