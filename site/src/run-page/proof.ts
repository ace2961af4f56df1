import { type Html, html } from '../html.ts'
import { claimsOfArchived } from '../ingest/token.ts'
import { formatTime } from '../page/text.ts'
import type { Statement } from '../store/statements.ts'

/** What the token that handed a run in claims; the names are those of GitHub's documentation. */
const CLAIMS: readonly (readonly [name: string, title: string])[] = [
  ['repository', 'Repository'],
  ['job_workflow_ref', 'Workflow'],
  ['run_id', 'Workflow run'],
  ['run_attempt', 'Attempt'],
  ['event_name', 'Event'],
  ['ref', 'Ref'],
  ['sha', 'Commit'],
  ['runner_environment', 'Runner'],
  ['iss', 'Issuer'],
]

/** Who handed a run in, as the issuer of the token signed it; nothing where nobody signed. */
export function renderProof(statements: Statement[]): Html | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const claims = signed === undefined ? null : claimsOf(signed.token)
  if (signed === undefined || claims === null) return null
  return html`<section aria-labelledby="proof"><h2 id="proof">Proof</h2>
<p>Signed by the issuer of the token that handed this run in, ${formatTime(signed.at)}. Token and key are kept in the registry’s statement of this run: anybody can verify them again.</p>
<dl class="facts">
${CLAIMS.map(([name, title]) => typeof claims[name] === 'string' && html`<div><dt>${title}</dt><dd>${claims[name]}</dd></div>`)}
</dl>
</section>
`
}

/** A statement may have been written by hand. */
function claimsOf(token: string): Record<string, unknown> | null {
  try {
    return claimsOfArchived(token)
  } catch {
    return null
  }
}
