import { counted } from '@plimsoll/schema/browser'
import type { ReactNode } from 'react'
import { formatTime, listEngines, measuredWorks, sourceVersionTitle } from '../src/page-parts/titles.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { GENERATED } from '../src/store/origin.ts'
import { namePage, projectPage } from '../src/store/slug.ts'
import type { Root } from './site-frame.tsx'

interface Properties {
  runs: readonly RunEntry[]
  root: Root
  /** Whether each run can be chosen as A or B of a comparison. The list must then be in a form. */
  withChoice?: boolean
}

/**
 * A list of runs: what was measured, a key figure, and time and status. A line above the list explains runs whose figures
 * are generated, and no provenance level stands beside these.
 */
export function RunList({ runs, root, withChoice = false }: Properties) {
  return (
    <>
      <GeneratedLegend runs={runs} />
      <ul className="runs">
        {runs.map((run) => (
          <RunItem key={run.id} run={run} root={root} withChoice={withChoice} />
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

/** One run of a list. */
function RunItem({ run, root, withChoice }: Required<Omit<Properties, 'runs'>> & { run: RunEntry }) {
  return (
    <li>
      <Run run={run} root={root} />
      {withChoice && <RunChoice run={run} />}
    </li>
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
  return (
    <>
      <a href={`${root}runs/${id}`}>{titleOf(run)}</a>
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
    </>
  )
}

function titleOf(run: RunEntry): string {
  return `${measuredWorks(run.suite, run.workloads)} on ${machineOf(run)}`
}

/** Returns the machine of a run in a list: its system and its CPU. */
function machineOf({ system, cpu }: RunEntry): string {
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

/** The number of runs of a series that are shown before the others, which are folded. */
const SHOWN = 3

/**
 * A list of runs to choose two from. Runs in a row on the same machine are one series: the newest are shown, and the
 * others are folded, so that the list shows more machines. A list of one machine is not folded.
 */
export function FoldedRunList({ runs, root }: { runs: readonly RunEntry[]; root: Root }) {
  const all = groupIntoSeries(runs)
  const items = (some: readonly RunEntry[]) =>
    some.map((run) => <RunItem key={run.id} run={run} root={root} withChoice />)
  return (
    <>
      <GeneratedLegend runs={runs} />
      <ul className="runs">
        {all.map((series) => {
          // A fold of one run would take as much space as the run.
          const isFolded = all.length > 1 && series.length > SHOWN + 1
          const [shown, folded] = isFolded ? [series.slice(0, SHOWN), series.slice(SHOWN)] : [series, []]
          return [...items(shown), isFolded && <Fold key={folded[0]?.id} runs={folded} items={items} />]
        })}
      </ul>
    </>
  )
}

function Fold({ runs, items }: { runs: readonly RunEntry[]; items: (runs: readonly RunEntry[]) => ReactNode }) {
  const last = runs.at(-1) as RunEntry
  const engines = new Set(runs.flatMap((run) => run.engines.map(({ title }) => title)))
  return (
    <li className="fold">
      <details>
        <summary>
          {runs.length} more runs on {machineOf(last)}, back to {formatTime(last.startedAt)}
          <small>
            {[...new Set(runs.map(({ suite, workloads }) => measuredWorks(suite, workloads))), ...engines].join(', ')}
          </small>
        </summary>
        <ul className="runs">{items(runs)}</ul>
      </details>
    </li>
  )
}

/** Returns the runs in series: runs in a row on the same machine. */
export function groupIntoSeries(runs: readonly RunEntry[]): RunEntry[][] {
  const series: RunEntry[][] = []
  for (const run of runs) {
    const last = series.at(-1)
    if (last?.[0] !== undefined && machineOf(last[0]) === machineOf(run)) last.push(run)
    else series.push([run])
  }
  return series
}
