import { html } from '../html.ts'
import { renderPage } from './shell.ts'
import type { Template } from './template.ts'

/**
 * Renders the page for a 404. It is served at any depth and under any path, so it includes its style, and its links
 * start at the root.
 * @param style the stylesheet of the other pages
 */
export function renderNotFound(template: Template, style: string): string {
  return renderPage({
    title: 'Not here',
    description: 'There is no such page.',
    root: '/',
    template,
    inlineStyle: style,
    body: html`<header class="page-head"><h1>There is no such page</h1>
<p class="lede">The address of a run ends in the 26 letters and digits of its id. <a href="/">Everything this registry holds</a>.</p></header>`,
  })
}
