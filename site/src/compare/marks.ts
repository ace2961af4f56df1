import type { FetchedText } from './load-run.ts'

/** What `data/marks.json` says: the runs that nobody stands by any longer, by id: `superseded` or `withdrawn`. */
export type Marks = Record<string, string>

/** Loads them. Throws where they cannot be loaded: a run must not look as if somebody stood by it. */
export async function loadMarks(fetchText: (address: string) => Promise<FetchedText>): Promise<Marks> {
  const { status, text } = await fetchText('data/marks.json')
  if (status !== 200) throw new Error(`The marks were answered with ${status}.`)
  return JSON.parse(text) as Marks
}
