import type { Root } from '../src/page/shell.ts'
import { renderRuns } from '../src/search/render-runs.ts'
import type { FoundRun } from '../src/search/search-index.ts'
import { MadeHtml } from './trusted-html.tsx'

/** A list of runs, one line each. */
export function RunList({ runs, root }: { runs: FoundRun[]; root: Root }) {
  return <MadeHtml as="div" className="run-list" html={renderRuns(runs, root)} />
}
