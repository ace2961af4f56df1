import type { DocumentationPage } from '../src/docs/read-page.ts'
import { trusted } from '../src/html.ts'
import { Layout } from './layout.tsx'
import { TrustedHtml } from './trusted-html.tsx'

export interface DocumentationProperties {
  page: DocumentationPage
  stylesheet: string
  address: string | null
}

/** A page of the documentation. The page without a group heading is the table of contents. */
export function Documentation({ page, stylesheet, address }: DocumentationProperties) {
  const { title, group, description, body, sections, previous, next } = page
  const isContents = group === ''
  return (
    <Layout
      title={`${title} · Plimsoll`}
      description={description}
      root={isContents ? '' : '../'}
      stylesheet={stylesheet}
      address={address}
    >
      <header className="page-head">
        {!isContents && (
          <p className="eyebrow">
            <a href="../docs">Documentation</a> · {group}
          </p>
        )}
        <h1>{title}</h1>
        {!isContents && sections.length > 1 && (
          <nav aria-label="On this page">
            <ul className="contents">
              {sections.map(({ anchor, title }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <TrustedHtml as="div" className="prose documentation" html={trusted(body)} />
      {!isContents && (
        <nav className="neighbours" aria-label="Next and previous page">
          {previous && (
            <a href={previous.name} rel="prev">
              <small>Previous</small> {previous.title}
            </a>
          )}
          {next && (
            <a href={next.name} rel="next">
              <small>Next</small> {next.title}
            </a>
          )}
        </nav>
      )}
    </Layout>
  )
}
