import { GeneratedLegend, RunItem } from '../../components/run-list.tsx'
import type { RunEntry } from '../search/search-index.ts'
import type { Choice } from './choice.ts'
import { Candidates, type Side } from './choose-runs.tsx'

const FILES_ONLY = ': this site consists of files only, so without scripts it cannot tell which runs you chose.'

/**
 * The place in the built comparison page for the links to the chosen runs. A server replaces it. It has one text between
 * tags, so that every way to render it gives the same HTML.
 */
export function ChosenRunsSlot() {
  return (
    <p id="chosen-runs">
      <a href="runs">Open both runs in the list</a>
      {FILES_ONLY}
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
  matches?: readonly RunEntry[]
}

type ChosenRuns = Record<'a' | 'b', ChosenRunOfServer>

/** The runs that are chosen for a comparison as A and as B, and a form to choose others, for a browser without scripts. */
export function ChosenRunLinks({ a, b }: ChosenRuns) {
  const choice = { a: a.id, b: b.id }
  return (
    <>
      <GeneratedLegend runs={[a, b].flatMap(({ run }) => run ?? [])} />
      <ChosenRun side="a" choice={choice} {...a} />
      <ChosenRun side="b" choice={choice} {...b} />
      <h3>Other runs</h3>
      <p>
        Choose A and B in <a href="runs">the list of runs</a>, or enter ids. The id of a run is in the address of its
        page.
      </p>
      <form action="compare" className="side">
        {(['a', 'b'] as const).map((side) => (
          <label key={side}>
            Id of the run for {side.toUpperCase()}
            <input name={side} defaultValue={{ a, b }[side].id} autoComplete="off" spellCheck="false" />
          </label>
        ))}
        <button type="submit">Show both runs</button>
      </form>
    </>
  )
}

function ChosenRun({ side, choice, id, run, matches = [] }: ChosenRunOfServer & { side: Side; choice: Choice }) {
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
        <ul className="runs">
          <RunItem run={run} root="" withIds withChoice={false} />
        </ul>
      ) : (
        <p className={id === '' ? undefined : 'problem-of-side'}>{problemOf(name, id, run)}</p>
      )}
    </>
  )
}

function problemOf(name: string, id: string, run: undefined | null): string {
  if (id === '') return `No run is chosen as ${name}.`
  return run === null
    ? `Run ${id} could not be looked up. Try again later.`
    : `This registry has no run ${id}. Choose another run.`
}
