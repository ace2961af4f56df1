import type { Root } from '../../components/site-frame.tsx'
import { renderStaticPage } from './static-page.tsx'
import type { Template } from './template.ts'

/**
 * Renders the page for a 404. This page is served at any depth and under any path, so it includes its style, and its
 * links start at the root of the registry's public address.
 * @param style the stylesheet of the other pages
 */
export function renderNotFound(template: Template, style: string): string {
  const root = (template.baseUrl === null ? '/' : new URL(template.baseUrl).pathname) as Root
  return renderStaticPage({
    title: 'Page not found',
    description: 'This page does not exist.',
    root,
    template,
    inlineStyle: style,
    body: (
      <header className="page-head">
        <h1>Page not found</h1>
        <p className="lede">
          This registry has no page at this address. <a href={`${root}runs`}>Search the runs</a>, or{' '}
          <a href={root}>go to the home page</a>.
        </p>
        <p>The address of a run ends with its id of 26 letters and digits.</p>
      </header>
    ),
  })
}
