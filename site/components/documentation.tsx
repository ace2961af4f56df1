import type { DocumentationPage, Entry } from '../src/docs/read-page.ts'
import { trusted } from '../src/html.ts'
import { Layout } from './layout.tsx'
import { TrustedHtml } from './trusted-html.tsx'

export interface DocumentationProperties {
  page: DocumentationPage
  /** The last part of the page's address; null for the table of contents. */
  name: string | null
  /** All pages, in the order of the table of contents. */
  entries: Entry[]
}

/** A page of the documentation, or the table of contents. */
export function Documentation({ page, name, entries }: DocumentationProperties) {
  const { title, group, description, body, sections, previous, next } = page
  const isContents = name === null
  return (
    <Layout title={title} description={description} root={isContents ? '' : '../'} scripts={['copy']}>
      <div className={isContents ? 'docs contents-page' : 'docs'}>
        <article className="docs-page">
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
        </article>
        {!isContents && <SideBar name={name} entries={entries} />}
      </div>
    </Layout>
  )
}

/** All pages of the documentation by group. A narrow screen shows them below the page. */
function SideBar({ name, entries }: Pick<DocumentationProperties, 'name' | 'entries'>) {
  return (
    <nav className="docs-nav" aria-label="Documentation">
      {[...Map.groupBy(entries, ({ group }) => group)].map(([group, members]) => (
        <section key={group} aria-label={group}>
          <p>{group}</p>
          <ul>
            {members.map((entry) => (
              <li key={entry.name}>
                <a href={entry.name} aria-current={entry.name === name ? 'page' : undefined}>
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
