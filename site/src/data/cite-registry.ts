/**
 * How the whole registry is cited. It changes whenever a run is added: what was seen of it is told by the day of its
 * latest run, and a figure is cited by its run. @param baseUrl where it is published; null where nobody said
 * @param latest when its latest run began, ISO 8601; null where it has none
 */
export function citeRegistry(baseUrl: string | null, latest: string | null): { plain: string; bibtex: string } {
  const day = latest?.slice(0, 10) ?? null
  const until = day === null ? '' : ` Runs until ${day}.`
  const where = baseUrl === null ? '' : ` ${baseUrl}`
  const fields = [
    'title = {{Plimsoll: what containers cost}}',
    'author = {{Plimsoll}}',
    ...(day === null ? [] : [`year = {${day.slice(0, 4)}}`]),
    ...(baseUrl === null ? [] : [`howpublished = {\\url{${baseUrl}}}`]),
    `note = {Registry of run documents.${until}}`,
  ]
  return {
    plain: `Plimsoll: what containers cost. Registry of run documents.${until}${where}`,
    bibtex: `@misc{plimsoll,\n${fields.map((field) => `  ${field}`).join(',\n')}\n}`,
  }
}
