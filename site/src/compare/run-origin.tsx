import type { Citation, RunDocument } from '@plimsoll/schema'
import { GeneratedMark } from '../../components/text.tsx'
import { errataOfSource } from '../history/errata-links.ts'
import { isGenerated } from '../store/origin.ts'

interface Properties {
  /** The origin of the figures: `measured`, `transcribed`, `imported`, or `generated` if a program made them up. */
  origin: string
  suite: string
  suiteVersion: number
  startedAt: string
  /** The source of a transcribed run; null for another run. */
  citation: Citation | null
}

/** Says whether the figures of a run were measured, transcribed, imported or generated, by whom, and where the errata are. */
export function RunOrigin({ citation, ...run }: Properties) {
  if (run.origin === 'generated')
    return (
      <p className="source">
        <GeneratedMark origin={run.origin} />
      </p>
    )
  if (run.origin !== 'transcribed')
    return (
      <p className="source">
        {run.origin === 'imported' ? (
          <strong className="badge">Imported from another program</strong>
        ) : (
          <strong className="badge own">Measured</strong>
        )}{' '}
        Its page says who submitted it.
      </p>
    )
  const errata = errataOfSource(run)
  return (
    <p className="source">
      <strong className="badge">Transcribed from a source</strong> {citation !== null && <Source {...citation} />}
      {errata !== null && (
        <>
          {' '}
          <a className="flag" href={`errata#${errata}`}>
            errata of this source
          </a>
        </>
      )}
    </p>
  )
}

function Source({ authors, title, url }: Citation) {
  return (
    <>
      Measured by {authors.join(', ') || 'an unnamed author'}, not by Plimsoll:{' '}
      <a href={url} rel="noreferrer">
        {title}
      </a>
    </>
  )
}

/** Returns what `RunOrigin` needs of a document. */
export function originProperties({ origin, suite, startedAt, notes }: RunDocument): Properties {
  return {
    origin: isGenerated({ notes }) ? 'generated' : origin.kind,
    suite: suite.name,
    suiteVersion: suite.version,
    startedAt,
    citation: origin.kind === 'transcribed' ? origin.citation : null,
  }
}
