import { counted } from '@plimsoll/schema/browser'
import { formatTime, listEngines, measuredWorks, sourceVersionTitle } from '../src/page-parts/titles.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { GENERATED } from '../src/store/origin.ts'
import { namePage, projectPage } from '../src/store/slug.ts'
import type { Root } from './site-frame.tsx'

interface Properties {
  runs: readonly RunEntry[]
  root: Root
}

/**
 * A list of runs: what was measured, a key figure, and time and status. A line above the list explains runs whose figures
 * are generated, and no provenance level stands beside these.
 */
export function RunList({ runs, root }: Properties) {
  return (
    <>
      <GeneratedLegend runs={runs} />
      <ul className="runs">
        {runs.map((run) => (
          <Run key={run.id} run={run} root={root} />
        ))}
      </ul>
    </>
  )
}

/** The line above a list that explains runs whose figures are generated. Empty if the list has no such run. */
function GeneratedLegend({ runs }: { runs: readonly RunEntry[] }) {
  if (!runs.some(isGenerated)) return null
  return (
    <p className="fine">
      <span className="warn">{GENERATED}</span>: a program made up the figures of these runs, for example to try out a
      registry. Their provenance is left out, because it says nothing about such figures.
    </p>
  )
}

function isGenerated({ status }: RunEntry): boolean {
  return status.includes(GENERATED)
}

function Run({ run, root }: { run: RunEntry; root: Root }) {
  const { id, counts, figure, status, startedAt, benchmarks, samples, provenanceLevel, sourceVersion } = run
  const engines = listEngines(run.engines.map(({ title }) => title))
  const size = `${counted(benchmarks, 'benchmark')}, ${counted(samples, 'sample')}`
  const project = run.project && <Project run={run} root={root} />
  const version = sourceVersion && sourceVersionTitle(sourceVersion)
  const facts = [engines, project, size, isGenerated(run) ? '' : provenanceLevel, version].filter(Boolean)
  const machine = [run.system, run.cpu].filter(Boolean).join(', ')
  return (
    <li>
      <a href={`${root}runs/${id}`}>
        {measuredWorks(run.suite, run.workloads)} on {machine}
      </a>
      <p className="facts">{facts.map((fact, at) => [<span key={at}>{fact}</span>, ' '])}</p>
      <div className="result">
        {counts === '' ? <p className="figure">{figure || 'no figure'}</p> : <p className="figure">check: {counts}</p>}
        <p>
          <time dateTime={startedAt}>{formatTime(startedAt)}</time>{' '}
          {status.map((text) => (
            <span key={text} className={text === 'complete' ? undefined : 'warn'}>
              {text}
            </span>
          ))}
        </p>
      </div>
    </li>
  )
}

/** The name of the repository of a run. It links to the project that signed the run, else to the page of the name. */
function Project({ run: { project, projectKey }, root }: { run: RunEntry; root: Root }) {
  const page = projectKey === '' ? namePage(project) : projectPage(projectKey)
  return page === null ? project : <a href={`${root}${page}`}>{project}</a>
}
