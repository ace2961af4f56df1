import { formatTime, listEngines, plural, sourceVersionTitle, suiteTitle } from '../src/page/titles.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { GENERATED } from '../src/store/generated.ts'
import { namePage, projectPage } from '../src/store/slug.ts'
import type { Root } from './site-frame.tsx'

interface Properties {
  runs: readonly RunEntry[]
  root: Root
  /** Whether each run shows its whole id. */
  withIds?: boolean
  /** Whether each run can be chosen as A or B of a comparison. The list must then be in a form. */
  withChoice?: boolean
}

/**
 * A list of runs: what was measured, a key figure, and time and status. A line above the list explains runs whose figures
 * are generated, and no provenance level stands beside these.
 */
export function RunList({ runs, root, withIds = false, withChoice = false }: Properties) {
  return (
    <>
      <GeneratedLegend runs={runs} />
      <ul className={withChoice ? 'runs with-choice' : 'runs'}>
        {runs.map((run) => (
          <RunItem key={run.id} run={run} root={root} withIds={withIds} withChoice={withChoice} />
        ))}
      </ul>
    </>
  )
}

/** The line above a list that explains runs whose figures are generated. Empty if the list has no such run. */
export function GeneratedLegend({ runs }: { runs: readonly RunEntry[] }) {
  if (!runs.some(isGenerated)) return null
  return (
    <p className="fine">
      <span className="warn">{GENERATED}</span>: a program made up the figures of these runs, for example to try out a
      registry. Their provenance is left out, because it says nothing about such figures.
    </p>
  )
}

/** One run of a list. */
export function RunItem({ run, root, withIds, withChoice }: Required<Omit<Properties, 'runs'>> & { run: RunEntry }) {
  return (
    <li>
      <Run run={run} root={root} withIds={withIds} />
      {withChoice && <RunChoice run={run} />}
    </li>
  )
}

function isGenerated({ status }: RunEntry): boolean {
  return status.includes(GENERATED)
}

function Run({ run, root, withIds }: { run: RunEntry; root: Root; withIds: boolean }) {
  const { id, counts, figure, status, startedAt, benchmarks, samples, provenanceLevel, sourceVersion } = run
  const engines = listEngines(run.engines.map(({ title }) => title))
  const size = `${plural(benchmarks, 'benchmark')}, ${plural(samples, 'sample')}`
  const project = run.project && <Project run={run} root={root} />
  const version = sourceVersion && sourceVersionTitle(sourceVersion)
  const facts = [engines, project, size, isGenerated(run) ? '' : provenanceLevel, version].filter(Boolean)
  return (
    <>
      <a href={`${root}runs/${id}`}>{titleOf(run)}</a>
      <p className="facts">
        {facts.map((fact, at) => [<span key={at}>{fact}</span>, ' '])}
        {withIds && <code>{id}</code>}
      </p>
      <div className="result">
        {counts === '' ? (
          <p className="figure">{figure || 'no figure'}</p>
        ) : (
          <p className="figure counts">check: {counts}</p>
        )}
        <p className="when">
          <time dateTime={startedAt}>{formatTime(startedAt)}</time>{' '}
          {status.map((text) => (
            <span key={text} className={text === 'complete' ? undefined : 'warn'}>
              {text}
            </span>
          ))}
        </p>
      </div>
    </>
  )
}

function titleOf(run: RunEntry): string {
  return `${suiteTitle(run.suite)} on ${machineOf(run)}`
}

/** Returns the machine of a run in a list: its system and its CPU. */
export function machineOf({ system, cpu }: RunEntry): string {
  return [system, cpu].filter(Boolean).join(', ')
}

/** Two buttons that choose the run as A or as B. Each side has one run. */
function RunChoice({ run }: { run: RunEntry }) {
  return (
    <p className="choice">
      {(['a', 'b'] as const).map((side) => (
        <label key={side}>
          <input type="radio" name={side} value={run.id} required />
          {side.toUpperCase()}
          <span className="hidden-text">
            {' '}
            is {titleOf(run)}, {formatTime(run.startedAt)}
          </span>
        </label>
      ))}
    </p>
  )
}

/** The name of the repository of a run. It links to the project that signed the run, else to the page of the name. */
function Project({ run: { project, projectKey }, root }: { run: RunEntry; root: Root }) {
  const page = projectKey === '' ? namePage(project) : projectPage(projectKey)
  return page === null ? project : <a href={`${root}${page}`}>{project}</a>
}
