import type { ResolvedPart } from '../src/editions/figures.ts'
import type { RunProvenance } from '../src/editions/run-provenance.ts'

interface Properties {
  transcribed: boolean
  provenance: RunProvenance[]
  parts: ResolvedPart[]
}

/** Shows badges: the provenance levels of an edition's runs, and warnings about these runs. */
export function EditionProvenance({ transcribed, provenance, parts }: Properties) {
  if (transcribed) return <li className="badge">transcribed</li>
  const provenanceLevels = [...new Set(provenance.map(({ provenanceLevel }) => provenanceLevel))]
  const modified = provenance.filter(({ division }) => division === 'modified').length
  const single = parts.flatMap(({ rows }) => rows).filter(({ figures }) => figures.n === 1).length
  return (
    <>
      {provenanceLevels.map((provenanceLevel) => (
        <li className="badge" key={provenanceLevel}>
          {provenanceLevel}
        </li>
      ))}
      {modified > 0 && (
        <li className="badge warn">
          modified{modified < provenance.length && `: ${modified} of ${provenance.length} runs`}
        </li>
      )}
      {single > 0 && (
        <li className="badge warn">{single === 1 ? '1 row has one sample' : `${single} rows have one sample`}</li>
      )}
    </>
  )
}

/** Lists the runs of an edition that were withdrawn or superseded after it was frozen. */
export function RunStateWarning({ provenance }: Pick<Properties, 'provenance'>) {
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
