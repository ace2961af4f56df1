import { html } from '../html.ts'
import { renderPage } from './shell.ts'
import type { Template } from './template.ts'

/** What is answered where there is nothing. It is served at any depth, so its links begin at the root. */
export function renderNotFound(template: Template): string {
  return renderPage({
    title: 'Not here',
    description: 'There is no such page.',
    root: '/',
    template,
    body: html`<header class="page-head"><h1>There is no such page</h1>
<p class="lede">The address of a run ends in the 26 letters and digits of its id. <a href="/">Everything this registry holds</a>.</p></header>`,
  })
}
