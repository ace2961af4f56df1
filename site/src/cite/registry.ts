import { bibtexEntry, bibtexUrl } from './bibtex.ts'

/**
 * How the whole registry is cited. It changes whenever a run is added: what was seen of it is told by the day of its
 * latest run, and a figure is cited by its run. @param baseUrl where it is published; null where nobody said
 * @param latest when its latest run began, ISO 8601; null where it has none
 */
export function citeRegistry(baseUrl: string | null, latest: string | null): { plain: string; bibtex: string } {
  const day = latest?.slice(0, 10) ?? null
  const note = `Registry of run documents.${day === null ? '' : ` Runs until ${day}.`}`
  return {
    plain: `Plimsoll: what containers cost. ${note}${baseUrl === null ? '' : ` ${baseUrl}`}`,
    bibtex: bibtexEntry('plimsoll', [
      ['author', '{{Plimsoll}}'],
      ['title', '{{Plimsoll: what containers cost}}'],
      ['year', day === null ? '' : `{${day.slice(0, 4)}}`],
      ['note', `{${note}}`],
      ['url', bibtexUrl(baseUrl)],
    ]),
  }
}
