import { type Html, html } from '../html.ts'
import { formatTime } from '../page/titles.ts'
import { claimsOfArchived } from '../store/signer.ts'
import type { Statement } from '../store/statements.ts'

/** The claims of the token that the page shows, with GitHub's names for these claims. */
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

/** Renders the claims of the token that submitted a run; null if no token did. */
export function renderProof(statements: Statement[]): Html | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  if (signed === undefined) return null
  const claims = claimsOfArchived(signed.token)
  const shown = CLAIMS.filter(([name]) => typeof claims[name] === 'string')
  if (shown.length === 0) return null
  return html`<section aria-labelledby="proof"><h2 id="proof">Proof</h2>
<p>A workflow submitted this run with a signed token (${formatTime(signed.at)}). The token makes the claims below. The registry keeps the token and the issuer’s key, so that anyone can verify the signature.</p>
<dl class="facts">
${shown.map(([name, title]) => html`<div><dt>${title}</dt><dd>${String(claims[name])}</dd></div>`)}
</dl>
</section>
`
}
