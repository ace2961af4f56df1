import { GeneratedLegend, RunItem } from '../../components/run-list.tsx'
import type { RunEntry } from '../search/search-index.ts'

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
 * null if the index could not be read.
 */
export interface ChosenRunOfServer {
  id: string
  run: RunEntry | undefined | null
}

type ChosenRuns = Record<'a' | 'b', ChosenRunOfServer>

/** The runs that are chosen for a comparison as A and as B, and a form to choose others, for a browser without scripts. */
export function ChosenRunLinks({ a, b }: ChosenRuns) {
  return (
    <>
      <GeneratedLegend runs={[a, b].flatMap(({ run }) => run ?? [])} />
      <ChosenRun name="A" {...a} />
      <ChosenRun name="B" {...b} />
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

function ChosenRun({ name, id, run }: ChosenRunOfServer & { name: string }) {
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
