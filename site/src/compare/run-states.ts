import type { FetchedText } from './load-run.ts'

/** The content of `data/marks.json`: the runs that are `superseded` or `withdrawn`, by id. */
export type Marks = Record<string, string>

/** Loads the states of runs. Throws if they cannot be loaded: a withdrawn run must not look valid. */
export async function loadMarks(fetchText: (address: string) => Promise<FetchedText>): Promise<Marks> {
  const { status, text } = await fetchText('data/marks.json')
  if (status !== 200) throw new Error(`The states of the runs could not be loaded (HTTP status ${status}).`)
  return JSON.parse(text) as Marks
}
