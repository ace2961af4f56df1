import type { CitationFormat } from '../src/cite/citation-formats.ts'
import type { Edition } from '../src/editions/edition.ts'
import type { EditionLede } from '../src/editions/edition-lede.ts'
import type { PartFigures } from '../src/editions/figures.ts'
import type { RunProvenance } from '../src/editions/run-provenance.ts'
import { CitationLink } from './citation-box.tsx'
import { EditionMachines, EditionSource, EditionWarnings } from './edition-provenance.tsx'
import { TextWithCode } from './text.tsx'

interface Properties {
  edition: Edition
  lede: EditionLede
  /** The alias by which the page was reached; null for the edition's own name. */
  alias: string | null
  parts: PartFigures[]
  provenance: RunProvenance[]
  /** The provenance levels of measured runs, in words. */
  level: string
  /** The number of errata of the edition. */
  errata: number
  bibtex: CitationFormat
}

/** The head of the page of an edition: its result, where the figures are from, and how far they can be trusted. */
export function EditionHead({ edition, lede, alias, parts, provenance, level, errata, bibtex }: Properties) {
  const { name, title, flags, previous, summary } = edition
  return (
    <header className="page-head">
      <p className="eyebrow">
        Edition <code>{name}</code>
      </p>
      <h1>{title}</h1>
      <EditionAuthors {...edition} />
      {summary !== undefined && (
        <blockquote className="lede">
          <p>{summary}</p>
        </blockquote>
      )}
      <p className={summary === undefined ? 'lede' : undefined}>
        <TextWithCode text={lede.text} />
      </p>
      {lede.frozen !== null && (
        <details>
          <summary>The longer summary in the frozen file</summary>
          <p>
            <TextWithCode text={lede.frozen} />
          </p>
        </details>
      )}
      <EditionSource edition={edition} level={level} />
      <EditionMachines parts={parts} />
      <EditionWarnings provenance={provenance} parts={parts} flags={flags} errata={errata} />
      <p className="ways">
        <a href="#cite">Cite and download</a>
        <CitationLink format={bibtex} />
        <a href="#method">Method</a>
        {previous !== null && <a href="#changes">Since {previous}</a>}
      </p>
      {alias !== null && (
        <p>
          <code>{alias}</code> is another name of the edition <a href={name}>{name}</a>. In links, use {name}.
        </p>
      )}
    </header>
  )
}

/** Who made the edition, with the page on which they write about it; nothing if neither is known. */
function EditionAuthors({ authors = [], url }: Pick<Edition, 'authors' | 'url'>) {
  const names = authors.join(', ')
  if (names === '' && url === undefined) return null
  return (
    <p>
      {names !== '' && `By ${names}. `}
      {url !== undefined && (
        <a href={url} rel="noreferrer">
          {url}
        </a>
      )}
    </p>
  )
}
