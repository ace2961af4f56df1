import type { Edition, Flag } from '../src/editions/edition.ts'
import type { PartFigures } from '../src/editions/figures.ts'
import type { RunProvenance } from '../src/editions/run-provenance.ts'
import { publishedTitle } from '../src/page-parts/titles.ts'
import { GENERATED } from '../src/store/origin.ts'

/**
 * Whether the figures of an edition were measured, transcribed or generated, by whom, and when.
 * @param level the provenance levels of the runs, in words
 */
export function EditionSource({ edition, level }: { edition: Pick<Edition, 'citation' | 'published'>; level: string }) {
  const { citation } = edition
  if (citation === null && level.includes(GENERATED))
    return (
      <p className="source">
        <strong className="badge warn">Generated data</strong> {level}, {publishedTitle(edition)}
      </p>
    )
  if (citation === null)
    return (
      <p className="source">
        <strong className="badge own">Measured with Plimsoll</strong>{' '}
        {[level, publishedTitle(edition)].filter(Boolean).join(', ')}
      </p>
    )
  const { authors, title, url } = citation
  return (
    <p className="source">
      <strong className="badge">Transcribed from a source</strong> Measured by{' '}
      {authors.length === 0 ? 'an unnamed author' : authors.join(', ')}:{' '}
      {url === null ? title : <a href={url}>{title}</a>}, {publishedTitle(edition)}
    </p>
  )
}

/** The machines that the figures of an edition are of. */
export function EditionMachines({ parts }: { parts: PartFigures[] }) {
  const rows = parts.flatMap((part) => part.rows)
  const machines = new Set(rows.flatMap(({ machine }) => machine ?? []))
  if (machines.size === 0)
    return (
      <p className="source">
        The source describes its machine only in part: <a href="#method">method</a>.
      </p>
    )
  return (
    <p className="source">
      {machines.size === 1 ? 'Machine' : 'Machines'}: {[...machines].join('; ')}.
    </p>
  )
}

interface Warned {
  provenance: RunProvenance[]
  parts: PartFigures[]
  flags: Flag[]
  /** The number of errata of the edition. */
  errata: number
}

/** What a reader must know before trusting the figures of an edition, as badges; null if there is nothing. */
export function EditionWarnings({ errata, ...edition }: Warned) {
  const warnings = warningsOf(edition)
  if (warnings.length === 0 && errata === 0) return null
  return (
    <ul className="badges" aria-label="Warnings">
      {warnings.map((text) => (
        <li className="badge warn" key={text}>
          {text}
        </li>
      ))}
      {errata > 0 && (
        <li className="badge warn">
          <a href="#errata">
            {errata} {errata === 1 ? 'erratum' : 'errata'}
          </a>
        </li>
      )}
    </ul>
  )
}

function warningsOf({ provenance, parts, flags }: Omit<Warned, 'errata'>): string[] {
  const modified = provenance.filter(({ division, isOfSuite }) => isOfSuite && division === 'modified').length
  const single = parts.flatMap(({ rows }) => rows).filter(({ figures }) => figures.n === 1).length
  return [
    ...(modified === 0
      ? []
      : [`modified${modified < provenance.length ? `: ${modified} of ${provenance.length} runs` : ''}`]),
    ...(single === 0 ? [] : [single === 1 ? '1 row has one sample' : `${single} rows have one sample`]),
    ...summarizeFlags(parts, flags),
  ]
}

/**
 * Returns the number of rows with each flag (a remark on a row). If there are more than `MAX_FLAGS` flags, returns only
 * the number of flagged rows.
 */
function summarizeFlags(parts: PartFigures[], flags: Flag[]): string[] {
  const flagged = parts.flatMap(({ rows }) => rows.flatMap(({ flag }) => flag ?? []))
  const count = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)
  if (flags.length > MAX_FLAGS) return [`flagged: ${count(flagged.length)}`]
  return flags.map(({ code, title }) => `${title}: ${count(flagged.filter((flag) => flag === code).length)}`)
}

const MAX_FLAGS = 3

/** Lists the runs of an edition that were withdrawn or superseded after it was frozen. */
export function RunStateWarning({ provenance }: { provenance: RunProvenance[] }) {
  const changed = provenance.filter(({ state }) => state !== null)
  if (changed.length === 0) return null
  return (
    <section className="warning" aria-labelledby="marked">
      <h2 id="marked">Some runs were withdrawn or superseded</h2>
      <ul>
        {changed.map(({ run, state }) => (
          <li key={run}>
            Run{' '}
            <a href={`../runs/${run}`}>
              <code>{run.slice(0, 10)}</code>
            </a>{' '}
            {state?.kind === 'withdrawn' && `was withdrawn on ${state.at.slice(0, 10)}: ${state.reason}`}
            {state?.kind === 'superseded' && (
              <>
                was superseded on {state.at.slice(0, 10)} by <a href={`../runs/${state.by}`}>a newer run</a>.
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
