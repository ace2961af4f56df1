import type { RunDocument } from '@plimsoll/schema'
import { counted } from '@plimsoll/schema/browser'
import {
  enginesTitle,
  formatTime,
  isCheck,
  listEngines,
  measuredWorks,
  runStatusTexts,
  runTitle,
  sourceVersionTitle,
} from '../page-parts/titles.ts'
import type { RunEntry } from '../search/search-index.ts'
import { type Choice, comparisonAddress } from './choice.ts'
import type { LoadedRun } from './load-run.ts'
import { originProperties, RunOrigin } from './run-origin.tsx'

export type Side = keyof Choice

/** The number of runs listed at first, and how many more a button lists. */
export const CANDIDATES_AT_ONCE = 8

export const SAME_RUN = 'A and B are the same run. Choose another run for one of them.'

interface Properties {
  choice: Choice
  /** The loaded run of each side; null if none was chosen. */
  sides: Record<Side, LoadedRun | null>
}

/** The two sides of the choice: the chosen run, or a field to find one. Addresses are relative to the page itself. */
export function ChosenRuns({ choice, sides }: Properties) {
  const isComplete = choice.a !== '' && choice.b !== ''
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      {!isComplete && <p>{nextStep(choice)}</p>}
      <div className="sides">
        <ChosenRun side="a" choice={choice} loaded={sides.a} />
        <ChosenRun side="b" choice={choice} loaded={sides.b} />
      </div>
      {isComplete && (
        <p className="fine">
          <a data-choice="" href={comparisonAddress({ a: choice.b, b: choice.a })}>
            Swap A and B
          </a>
        </p>
      )}
    </section>
  )
}

function nextStep({ a, b }: Choice): string {
  if (a === '' && b === '') return 'Choose A, then B.'
  return a === '' ? 'B is chosen. Choose A.' : 'A is chosen. Choose B.'
}

function ChosenRun({ side, choice, loaded }: { side: Side; choice: Choice; loaded: LoadedRun | null }) {
  const name = side.toUpperCase()
  if (loaded === null || 'problem' in loaded)
    return (
      <div className="side">
        <h3>{name}</h3>
        {loaded !== null && (
          <p className="problem-of-side" role="alert">
            {loaded.problem}
          </p>
        )}
        <label htmlFor={`find-${side}`}>Find a run for {name}</label>
        <input
          type="search"
          id={`find-${side}`}
          data-side={side}
          autoComplete="off"
          spellCheck="false"
          placeholder="engine, processor, project, id"
        />
        <p className="fine" role="status" id={`found-${side}`} />
        <ul className="runs" id={`offered-${side}`} />
        <button type="button" data-more={side} id={`more-${side}`} hidden>
          Show {CANDIDATES_AT_ONCE} more
        </button>
      </div>
    )
  const { id, document, state } = loaded
  return (
    <div className="side">
      <h3>{name}</h3>
      <p className="chosen">
        <a href={`runs/${id}`}>{runTitle(document, null)}</a>
      </p>
      <RunOrigin {...originProperties(document)} />
      {state !== null && <p className="problem-of-side">This run is {state}; see its page.</p>}
      <p className="fine">
        {detailOf(document)} · <time dateTime={document.startedAt}>{formatTime(document.startedAt)}</time>
      </p>
      <p className="fine">
        <code>{id}</code>
      </p>
      <p className="fine">
        <a data-choice="" href={comparisonAddress({ ...choice, [side]: '' })}>
          Choose another run for {name}
        </a>
      </p>
    </div>
  )
}

function detailOf(document: RunDocument): string {
  const version = document.origin.kind === 'transcribed' ? document.origin.citation.version : undefined
  return [
    enginesTitle(document),
    ...(isCheck(document) ? ['a check'] : []),
    ...(version === undefined ? [] : [sourceVersionTitle(version)]),
    ...runStatusTexts(document),
  ].join(' · ')
}

/** The runs offered for one side of the choice, each as a link to the page with this run chosen. */
export function Candidates({ side, choice, runs }: { side: Side; choice: Choice; runs: readonly RunEntry[] }) {
  return runs.map(({ id, suite, workloads, system, cpu, engines, startedAt, figure, status, sourceVersion }) => (
    <li key={id}>
      <a data-choice="" href={comparisonAddress({ ...choice, [side]: id })}>
        {measuredWorks(suite, workloads)} on {[system, cpu].filter(Boolean).join(', ')}
      </a>
      <p>
        <span>{listEngines(engines.map(({ title }) => title))}</span>
        {figure !== '' && <span>{figure}</span>}
        {sourceVersion !== '' && <span>{sourceVersionTitle(sourceVersion)}</span>}
        {status.map((text) => text !== 'complete' && <span key={text}>{text}</span>)}
        <time dateTime={startedAt}>{formatTime(startedAt)}</time>
        <code>{id.slice(0, 10)}</code>
      </p>
    </li>
  ))
}

/** Describes how many runs were found, and how many of them are shown. */
export function describeCandidates(count: number, shown: number, query: string): string {
  if (count === 0) return query === '' ? 'There is no other run.' : `No run matches “${query}”.`
  if (count <= shown) return counted(count, 'run')
  const next = query === '' ? 'type to find others' : 'type more words to narrow'
  return `${shown.toLocaleString('en')} of ${count.toLocaleString('en')} runs shown; ${next}.`
}
