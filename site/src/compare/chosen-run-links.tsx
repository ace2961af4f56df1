import { RunList } from '../../components/run-list.tsx'
import type { RunEntry } from '../search/search-index.ts'

/** The place in the built comparison page for the links to the chosen runs. A server fills it. */
export function ChosenRunsSlot() {
  return <div id="chosen-runs" />
}

/** `ChosenRunsSlot` as HTML. */
export const CHOSEN_RUNS_SLOT = '<div id="chosen-runs"></div>'

/** The chosen runs of a comparison, for a browser without scripts. */
export function ChosenRunLinks({ runs }: { runs: readonly RunEntry[] }) {
  return (
    <>
      <h3>The chosen runs</h3>
      <RunList runs={runs} root="" withIds />
    </>
  )
}
