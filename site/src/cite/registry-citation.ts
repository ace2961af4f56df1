import { bibtexEntry, bibtexUrl } from './bibtex.ts'

/**
 * Returns the citation of the whole registry. The registry changes with every new run, so the citation gives the day of
 * the latest run. A single figure should be cited by its run.
 * @param baseUrl where the registry is published; null if unknown
 * @param latest when the latest run of the registry began, ISO 8601; null if the registry has no run
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
