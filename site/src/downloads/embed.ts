import { type Html, html } from '../html.ts'

/**
 * Renders the HTML and Markdown to embed a run's chart and badge elsewhere.
 * @param baseUrl where the registry is published, ending in "/"
 */
export function renderEmbed(id: string, title: string, baseUrl: string | null): Html {
  const base = baseUrl ?? ''
  const [page, chart, badge] = [`${base}runs/${id}`, `${base}runs/${id}.svg`, `${base}runs/${id}.badge.svg`]
  const words = escapeMarkdown(title)
  return html`<details><summary>Embed</summary>
${
  baseUrl === null &&
  html`<p class="fine">These addresses are relative, because this registry was built without a public address. Put the address of this site before each of them.</p>
`
}${[
  ['Picture', html`<a href="${page}"><img src="${chart}" alt="${title}"></a>`.text],
  ['Frame', html`<iframe src="${chart}" title="${title}" width="936" height="480"></iframe>`.text],
  ['Badge', `[![${words}](${badge})](${page})`],
].map(([name, code]) => html`<p>${name}</p><pre>${code}</pre>`)}</details>`
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]()<>`*_!]/g, '\\$&')
}
