import type { ReactNode } from 'react'
import { formatTime, suiteTitle } from '../src/page/titles.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { GeneratedLegend, machineOf, RunItem } from './run-list.tsx'
import type { Root } from './site-frame.tsx'

/** The number of runs of a series that are shown before the others, which are folded. */
const SHOWN = 3

/**
 * A list of runs to choose two from. Runs in a row on the same machine are one series: the newest are shown, and the
 * others are folded, so that the list shows more machines. A list of one machine is not folded.
 */
export function FoldedRunList({ runs, root }: { runs: readonly RunEntry[]; root: Root }) {
  const all = seriesOf(runs)
  const items = (some: readonly RunEntry[]) =>
    some.map((run) => <RunItem key={run.id} run={run} root={root} withIds={false} withChoice />)
  return (
    <>
      <GeneratedLegend runs={runs} />
      <ul className="runs with-choice">
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
          <small>{[...new Set(runs.map(({ suite }) => suiteTitle(suite))), ...engines].join(', ')}</small>
        </summary>
        <ul className="runs with-choice">{items(runs)}</ul>
      </details>
    </li>
  )
}

/** Returns the runs in series: runs in a row on the same machine. */
export function seriesOf(runs: readonly RunEntry[]): RunEntry[][] {
  const series: RunEntry[][] = []
  for (const run of runs) {
    const last = series.at(-1)
    if (last?.[0] !== undefined && machineOf(last[0]) === machineOf(run)) last.push(run)
    else series.push([run])
  }
  return series
}
