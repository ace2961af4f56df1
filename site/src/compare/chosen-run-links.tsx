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

type ComparedRuns = Record<'a' | 'b', RunEntry | undefined>

/** The runs that are chosen for a comparison as A and as B, for a browser without scripts; undefined if not chosen. */
export function ChosenRunLinks({ a, b }: ComparedRuns) {
  return (
    <>
      <GeneratedLegend runs={[a, b].filter((run) => run !== undefined)} />
      <ChosenRun name="A" run={a} />
      <ChosenRun name="B" run={b} />
    </>
  )
}

function ChosenRun({ name, run }: { name: 'A' | 'B'; run: RunEntry | undefined }) {
  return (
    <>
      <h3>{name}</h3>
      {run === undefined ? (
        <p>
          No run is chosen as {name}. Choose one as A and one as B in <a href="runs">the list of runs</a>; this page
          then has links to both.
        </p>
      ) : (
        <ul className="runs">
          <RunItem run={run} root="" withIds withChoice={false} />
        </ul>
      )}
    </>
  )
}
