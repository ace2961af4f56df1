import type { ReactNode } from 'react'
import { Fact } from '../../components/text.tsx'
import type { DeletedStatement, Statement } from '../store/statement.ts'

// What the statements say about a run: whether it was superseded, withdrawn or deleted.

/** A notice for the top of the page of a superseded or withdrawn run; nothing for other runs. */
export function RunState({ statements }: { statements: Statement[] }) {
  const marks = statements.filter(({ kind }) => kind === 'superseded' || kind === 'withdrawn')
  if (marks.length === 0) return null
  return (
    <div className="marks">
      {marks.map((statement) =>
        statement.kind === 'superseded' ? (
          <Mark key={statement.at} title="Superseded" at={statement.at}>
            {statement.bundle ? 'The submitter' : 'The operator of this registry'} replaced this run by{' '}
            <a href={statement.by}>another one</a>.
          </Mark>
        ) : (
          statement.kind === 'withdrawn' && (
            <Mark key={statement.at} title="Withdrawn" at={statement.at}>
              {statement.bundle ? 'The submitter' : 'The operator of this registry'} withdrew this run:{' '}
              {statement.reason.replace(/[.!?]?$/, '.')}
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
