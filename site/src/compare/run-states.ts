import type { FetchedText } from './load-run.ts'

/**
 * The content of `data/run-states.json`: the state of each superseded or withdrawn run (`superseded` or `withdrawn`),
 * by its id.
 */
export type RunStates = Record<string, string>

/** Loads the states of runs. Throws if they cannot be loaded: a withdrawn run must not look valid. */
export async function loadRunStates(fetchText: (address: string) => Promise<FetchedText>): Promise<RunStates> {
  const { status, text } = await fetchText('data/run-states.json')
  if (status !== 200) throw new Error(`The states of the runs could not be loaded (HTTP status ${status}).`)
  return JSON.parse(text) as RunStates
}
