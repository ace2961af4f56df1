import { listEngines, plural } from '../src/page/titles.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { namePage, projectPage } from '../src/store/slug.ts'
import type { Root } from './site-frame.tsx'

/** A list of runs, one line each. */
export function RunList({ runs, root }: { runs: readonly RunEntry[]; root: Root }) {
  return (
    <ul className="runs">
      {runs.map((run) => (
        <Run key={run.id} run={run} root={root} />
      ))}
    </ul>
  )
}

function Run({ run, root }: { run: RunEntry; root: Root }) {
  const { id, suite, system, cpu, counts, benchmarks, samples, provenanceLevel, remarks, day } = run
  const engines = listEngines(run.engines.map(({ title }) => title))
  const size = `${plural(benchmarks, 'benchmark')}, ${plural(samples, 'sample')}`
  const project = run.project && <Project run={run} root={root} />
  const facts = [engines, cpu, project, size, provenanceLevel, ...remarks].filter(Boolean)
  return (
    <li>
      <a href={`${root}runs/${id}`}>
        {suite} on {system}
      </a>
      {counts !== '' && <p className="counts">check: {counts}</p>}
      <p>
        {facts.map((fact, at) => [<span key={at}>{fact}</span>, ' '])}
        <time dateTime={day}>{day}</time>
      </p>
    </li>
  )
}

/** The name of the repository of a run. It links to the project that signed the run, else to the page of the name. */
function Project({ run: { project, projectKey }, root }: { run: RunEntry; root: Root }) {
  const page = projectKey === '' ? namePage(project) : projectPage(projectKey)
  return page === null ? project : <a href={`${root}${page}`}>{project}</a>
}
