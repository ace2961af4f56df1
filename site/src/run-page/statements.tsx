import type { ReactNode } from 'react'
import { Fact } from '../../components/text.tsx'
import { formatTime } from '../page-parts/titles.ts'
import { claimsOfArchived } from '../store/signer.ts'
import type { DeletedStatement, Statement } from '../store/statements.ts'
import type { LogProof } from '../transparency/proof.ts'

// What the statements say about a run: whether it was superseded, withdrawn or deleted, and who submitted it.

/** A notice for the top of the page of a superseded or withdrawn run; nothing for other runs. */
export function RunState({ statements }: { statements: Statement[] }) {
  const marks = statements.filter(({ kind }) => kind === 'superseded' || kind === 'withdrawn')
  if (marks.length === 0) return null
  return (
    <div className="marks">
      {marks.map((statement) =>
        statement.kind === 'superseded' ? (
          <Mark key={statement.at} title="Superseded" at={statement.at}>
            <a href={statement.by}>A newer run</a> replaces this one.
          </Mark>
        ) : (
          statement.kind === 'withdrawn' && (
            <Mark key={statement.at} title="Withdrawn" at={statement.at}>
              The submitter withdrew this run: {statement.reason}
            </Mark>
          )
        ),
      )}
    </div>
  )
}

function Mark({ title, at, children }: { title: string; at: string; children: ReactNode }) {
  return (
    <p className="warning" role="note">
      <strong>{title}</strong> on <time dateTime={at}>{at.slice(0, 10)}</time>. {children} The document is unchanged.
    </p>
  )
}

/** The notice that replaces the page of a deleted run. */
export function Deletion({ hash, reason, at }: DeletedStatement) {
  return (
    <>
      <header className="page-head">
        <p className="eyebrow">Run</p>
        <h1>This run was deleted</h1>
        <p className="lede">
          Its document was deleted from this registry on <time dateTime={at}>{at.slice(0, 10)}</time>. Only its hash and
          the reason remain.
        </p>
      </header>
      <dl className="facts">
        <Fact title="Reason" broad>
          {reason}
        </Fact>
        <Fact title="Hash of the document" broad>
          <code>{hash}</code>
        </Fact>
      </dl>
    </>
  )
}

/** The claims of the token that the page shows, with GitHub's names for these claims. */
const CLAIMS: readonly (readonly [name: string, title: string])[] = [
  ['repository', 'Repository'],
  ['repository_id', 'Repository id'],
  ['repository_owner_id', 'Owner id'],
  ['job_workflow_ref', 'Workflow'],
  ['run_id', 'Workflow run'],
  ['run_attempt', 'Attempt'],
  ['event_name', 'Event'],
  ['ref', 'Ref'],
  ['sha', 'Commit'],
  ['runner_environment', 'Runner'],
  ['iss', 'Issuer'],
]

/** The claims of the token that submitted a run; nothing if no token did. */
export function Proof({ statements }: { statements: Statement[] }) {
  const signed = statements.find((statement) => statement.kind === 'signed')
  if (signed === undefined) return null
  const claims = claimsOfArchived(signed.token)
  const shown = CLAIMS.filter(([name]) => typeof claims[name] === 'string')
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="proof">
      <h2 id="proof">Proof</h2>
      <p>
        A workflow submitted this run with a signed token ({formatTime(signed.at)}). The token makes the claims below.
        The registry keeps the token and the issuer’s key, so that anyone can verify the signature.
      </p>
      <dl className="facts">
        {shown.map(([name, title]) => (
          <Fact key={name} title={title}>
            {String(claims[name])}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/** The proof that the document is in the transparency log of the registry; nothing if there is none. */
export function InclusionProof({ proof }: { proof: LogProof | null }) {
  if (proof === null) return null
  const { number, leaf, text, verifier } = proof
  return (
    <section aria-labelledby="log">
      <h2 id="log">Transparency log</h2>
      <p>
        The hash of this document is leaf {number} of the registry’s <a href="../log/checkpoint">transparency log</a>. A
        reader who keeps a checkpoint of the log can show later whether any earlier leaf was removed or changed.
      </p>
      <details>
        <summary>Proof of inclusion</summary>
        <p>The leaf, without a line feed. Its hash is the SHA-256 of a zero byte and this text (RFC 6962):</p>
        <pre>{leaf}</pre>
        <p>
          The hashes beside the way from the leaf to the root, and the signed checkpoint, as a file that any program for{' '}
          <code>c2sp.org/tlog-proof</code> reads:
        </p>
        <pre>{text}</pre>
        <p>The key that verifies the signature. Get it from a source that you trust, too:</p>
        <pre>{verifier}</pre>
      </details>
    </section>
  )
}
