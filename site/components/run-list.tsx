import type { Root } from '../src/page/shell.ts'
import { renderRuns } from '../src/search/render-runs.ts'
import type { RunEntry } from '../src/search/search-index.ts'
import { TrustedHtml } from './trusted-html.tsx'

/** A list of runs, one line each. */
export function RunList({ runs, root }: { runs: RunEntry[]; root: Root }) {
  return <TrustedHtml as="div" className="run-list" html={renderRuns(runs, root)} />
}
