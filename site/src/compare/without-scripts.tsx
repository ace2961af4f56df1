import type { Citation } from '@plimsoll/schema'
import type { ReactNode } from 'react'
import { GeneratedLegend, RunItem } from '../../components/run-list.tsx'
import { TrustedHtml } from '../../components/trusted-html.tsx'
import { trusted } from '../html.ts'
import type { RunEntry } from '../search/search-index.ts'
import { addressOf, type Choice } from './choice.ts'
import { Candidates, SAME_RUN, type Side } from './choose-runs.tsx'
import { RunOrigin } from './run-origin.tsx'

/**
 * The place in the built comparison page for a reader without scripts. A server replaces it by `WithoutScripts`. No two
 * texts are adjacent, so that every way to render it gives the same HTML.
 */
export function WithoutScriptsSlot() {
  return (
    <section aria-labelledby="without">
      <h2 id="without">Without scripts</h2>
      <p>
        {
          'A script in your browser compares the runs, and scripts are off. This site consists of files only, so without scripts it cannot tell which runs you chose. Find both runs in '
        }
        <a href="runs">the list of runs</a>.
      </p>
      <Instead />
    </section>
  )
}

/** What a reader can do if this page does not compare the runs. */
function Instead() {
  return (
    <p>
      {
        'Open the pages of both runs: each has its machine under “Environment” and its figures under “Results”. In a terminal, '
      }
      <code>plimsoll compare A B</code>
      {' compares two run documents.'}
    </p>
  )
}

/**
 * A run of the choice: its id as in the address, and the run with this id. It is undefined if the registry has none, and
 * null if the index could not be read. If the id is a short one, `matches` are the runs that begin so.
 */
export interface ChosenRunOfServer {
  id: string
  run: RunEntry | undefined | null
  /** The source of a transcribed run; null for another run, and if it could not be read. */
  citation?: Citation | null
  matches?: readonly RunEntry[]
}

/** What a server knows about the choice of two runs. */
export interface ServedChoice {
  a: ChosenRunOfServer
  b: ChosenRunOfServer
  /** The runs offered for the first side without a run, in their order. */
  offered?: readonly RunEntry[]
  /** The address of the page that offers older runs; null if there are none. */
  older?: string | null
  /** The comparison of both runs as HTML, or one sentence on why there is none; null unless two runs are chosen. */
  comparison?: { html: string } | { problem: string } | null
}

/**
 * The comparison for a browser without scripts: the chosen runs, how they differ, and links and a form to choose others.
 * Every link keeps the other run.
 */
export function WithoutScripts({ a, b, offered = [], older = null, comparison = null }: ServedChoice) {
  const choice = { a: a.id, b: b.id }
  const open = [a, b].find(isOpen)
  return (
    <>
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        <GeneratedLegend runs={[a, b].flatMap(({ run }) => run ?? [])} />
        {(['a', 'b'] as const).map((side) => {
          const chosen = { a, b }[side]
          return (
            <ChosenRun key={side} side={side} choice={choice} {...chosen}>
              {chosen === open && offered.length > 0 && (
                <Offered side={side} choice={choice} runs={offered} older={older} />
              )}
            </ChosenRun>
          )
        })}
        {a.run && b.run && (
          <p className="fine">
            <a href={addressOf({ a: b.id, b: a.id })}>Swap A and B</a>
          </p>
        )}
      </section>
      {a.run && a.id === b.id && <p className="warning">{SAME_RUN}</p>}
      <Compared comparison={comparison} />
      <section aria-labelledby="others">
        <h2 id="others">Choose by id</h2>
        <p>The id of a run is in the address of its page.</p>
        <form action="compare" className="side">
          {(['a', 'b'] as const).map((side) => (
            <label key={side}>
              Id of the run for {side.toUpperCase()}
              <input name={side} defaultValue={choice[side]} autoComplete="off" spellCheck="false" />
            </label>
          ))}
          <button type="submit">Compare A and B</button>
        </form>
      </section>
    </>
  )
}

/** Whether runs are offered for a side: it has no run, and no short id, whose runs are listed. */
export function isOpen({ run, matches = [] }: ChosenRunOfServer): boolean {
  return !run && matches.length === 0
}

function ChosenRun({
  side,
  choice,
  id,
  run,
  citation = null,
  matches = [],
  children,
}: ChosenRunOfServer & { side: Side; choice: Choice; children: ReactNode }) {
  const name = side.toUpperCase()
  if (matches.length > 0)
    return (
      <>
        <h3>{name}</h3>
        <p className="problem-of-side">
          {id} is only the beginning of an id: pages show ten of its 26 letters. Choose {name}:
        </p>
        <ul className="runs">
          <Candidates side={side} choice={choice} runs={matches} />
        </ul>
      </>
    )
  return (
    <>
      <h3>{name}</h3>
      {run ? (
        <>
          <ul className="runs">
            <RunItem run={run} root="" withIds withChoice={false} />
          </ul>
          {/* The list shows another origin. */}
          {run.origin === 'transcribed' && <RunOrigin {...run} citation={citation} />}
          <p className="fine">
            <a href={addressOf({ ...choice, [side]: '' })}>Choose another run for {name}</a>
          </p>
        </>
      ) : (
        <p className={id === '' ? undefined : 'problem-of-side'}>{problemOf(name, id, run)}</p>
      )}
      {children}
    </>
  )
}

function problemOf(name: string, id: string, run: undefined | null): string {
  if (id === '') return `No run is chosen as ${name}. Choose one.`
  return run === null
    ? `Run ${id} could not be looked up. Try again later.`
    : `This registry has no run ${id}. Choose another run.`
}

interface OfferedProperties extends Required<Pick<ServedChoice, 'older'>> {
  side: Side
  choice: Choice
  runs: readonly RunEntry[]
}

/** The runs offered for one side. */
function Offered({ side, choice, runs, older }: OfferedProperties) {
  return (
    <>
      <ul className="runs">
        <Candidates side={side} choice={choice} runs={runs} />
      </ul>
      {older !== null && (
        <nav className="paging" aria-label="Pages of runs">
          <a rel="next" href={older}>
            Older runs
          </a>
        </nav>
      )}
    </>
  )
}

function Compared({ comparison }: Required<Pick<ServedChoice, 'comparison'>>) {
  if (comparison === null) return null
  if ('html' in comparison) return <TrustedHtml as="div" className="comparison" html={trusted(comparison.html)} />
  return (
    <>
      <p className="warning" role="note">
        {comparison.problem}
      </p>
      <Instead />
    </>
  )
}
