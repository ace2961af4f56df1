import { renderStaticPage } from './static-page.tsx'
import type { Template } from './template.ts'

/**
 * Renders the page for a 404. This page is served at any depth and under any path, so it includes its style, and its
 * links start at the root.
 * @param style the stylesheet of the other pages
 */
export function renderNotFound(template: Template, style: string): string {
  return renderStaticPage({
    title: 'Page not found',
    description: 'This page does not exist.',
    root: '/',
    template,
    inlineStyle: style,
    body: (
      <header className="page-head">
        <h1>Page not found</h1>
        <p className="lede">
          The address of a run ends with its id of 26 letters and digits. <a href="/">Go to the home page</a>.
        </p>
      </header>
    ),
  })
}
