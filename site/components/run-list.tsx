import type { RunLine } from '../src/store/queries.ts'

export interface ListedRun extends RunLine {
  /** Of a transcription, where the source has versions. */
  sourceVersion: string | null
  /** Of a check, what its verdicts come to. */
  counts: string | null
}

/** Runs, one line each, newest first. */
export function RunList({ runs, root }: { runs: ListedRun[]; root: string }) {
  return (
    <ul className="runs">
      {runs.map((run) => (
        <li key={run.id}>
          <a href={`${root}runs/${run.id}`}>
            {run.suite} on {[run.osName, run.osVersion].filter(Boolean).join(' ')}
          </a>
          {run.counts !== null && <p className="counts">check: {run.counts}</p>}
          <p>
            <span>{engines(run)}</span>
            <span>
              {run.cellCount} cells, {run.sampleCount} samples
            </span>
            <span>{run.tier}</span>
            {run.sourceVersion !== null && <span>version {run.sourceVersion} of the source</span>}
            {run.status === 'partial' && <span>partial</span>}
            <time dateTime={run.startedAt}>{run.startedAt.slice(0, 10)}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}

function engines({ engines }: RunLine): string {
  const products = [...new Set(engines.map(({ product, version }) => [product, version].filter(Boolean).join(' ')))]
  return products.length === 0 ? 'no container engine' : products.join(', ')
}
