import type { Edition } from '../src/editions/edition.ts'
import type { EditionCitations } from '../src/editions/edition-citations.ts'
import { CitationBox } from './citation-box.tsx'

interface Properties {
  edition: Edition
  citations: EditionCitations
  /** The ids of the edition's runs, in the order of its rows. */
  runs: string[]
}

/** How to cite an edition and its source, and the edition as data. */
export function EditionCite({ edition, citations: { source, own }, runs }: Properties) {
  const { name, citation } = edition
  return (
    <section aria-labelledby="cite">
      <h2 id="cite">Cite and download</h2>
      {source !== null && (
        <>
          <p>
            Cite the source for what its author measured and printed. Cite this edition for what Plimsoll adds: the
            medians, ratios, flags and errata shown here. The citation of the edition names the source.
          </p>
          <h3>The source</h3>
          {citation !== null && (
            <p>{citation.url === null ? citation.title : <a href={citation.url}>{citation.title}</a>}</p>
          )}
          <CitationBox data={source} />
          <h3>This edition</h3>
          <p>
            The edition records no day of its own, and its hash identifies it. So its citation has no year; the day of
            the source is the original date.
          </p>
        </>
      )}
      <CitationBox data={own} />
      <p>
        This edition as data:{' '}
        <a href={`${name}.json`} download>
          {name}.json
        </a>{' '}
        (frozen, with the hashes of its runs),{' '}
        <a href={`${name}.csv`} download>
          {name}.csv
        </a>{' '}
        (every row), <a href={`pictures/${name}.png`}>{name}.png</a> (a picture for links).{' '}
        {runs.length === 0 ? noRunsReason(edition) : 'Its runs, with every sample: '}
        {runs.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={`../runs/${id}`}>
              <code>{id.slice(0, 10)}</code>
            </a>
          </span>
        ))}
        {runs.length > 0 && '.'}
      </p>
    </section>
  )
}

/** Says why an edition has no run documents. */
function noRunsReason({ citation, parts }: Edition): string {
  const hasValues = parts.some(({ rows }) => rows.some(({ stated }) => stated?.values !== undefined))
  if (hasValues && citation?.url === null)
    return 'It has no run documents: a run document cites the address of its source, and the address of this source is unknown. The samples are in the JSON file.'
  return 'It has no run documents: a run document holds samples or a summary of them, and this source gives neither, only the statements above.'
}
