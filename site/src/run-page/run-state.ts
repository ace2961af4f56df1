import { type Html, html } from '../html.ts'
import type { DeletedStatement, Statement } from '../store/statements.ts'

/** Renders a notice for the top of the page of a superseded or withdrawn run; null for other runs. */
export function renderRunState(statements: Statement[]): Html | null {
  const notices = statements.map(renderNotice).filter((rendered) => rendered !== null)
  return notices.length === 0
    ? null
    : html`<div class="marks">${notices}</div>
`
}

/** Renders the notice that replaces the page of a deleted run. */
export function renderDeletion({ hash, reason, at }: DeletedStatement): Html {
  return html`<header class="page-head"><p class="eyebrow">Run</p><h1>This run was deleted</h1>
<p class="lede">Its document was deleted from this registry on <time datetime="${at}">${at.slice(0, 10)}</time>. Only its hash and the reason remain.</p></header>
<dl class="facts"><div class="broad"><dt>Reason</dt><dd>${reason}</dd></div><div class="broad"><dt>Hash of the document</dt><dd><code>${hash}</code></dd></div></dl>`
}

function renderNotice(statement: Statement): Html | null {
  const { kind, at } = statement
  if (kind === 'superseded')
    return notice('Superseded', at, html`<a href="${statement.by}">A newer run</a> replaces this one.`)
  if (kind === 'withdrawn') return notice('Withdrawn', at, html`The submitter withdrew this run: ${statement.reason}`)
  return null
}

function notice(title: string, at: string, text: Html): Html {
  return html`<p class="warning" role="note"><strong>${title}</strong> on <time datetime="${at}">${at.slice(0, 10)}</time>. ${text} The document is unchanged.</p>`
}
