import type { ReactNode } from 'react'
import { Symbols } from '../src/charts/responsive-chart.tsx'

/** The path from a page to the registry's root. It is empty for a page at the root itself, and `../` one level down. */
export type Root = '' | '../' | '../../' | '../../../' | '/'

/**
 * The body that all pages share: header, content and footer. Links are relative, so that a registry works under any
 * path.
 */
export function SiteFrame({ root, children }: { root: Root; children: ReactNode }) {
  const home = root === '' ? './' : root
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="site-header">
        <div className="bar">
          <a className="brand" href={home}>
            <Mark />
            <span>Plimsoll</span>
          </a>
          <nav aria-label="Registry">
            <a href={`${home}#editions`}>Editions</a>
            <a href={`${root}engines`}>Engines</a>
            <a href={`${root}workloads`}>Workloads</a>
            <a href={`${root}runs`}>Runs</a>
            <a href={`${root}docs`}>Docs</a>
          </nav>
        </div>
      </header>
      <main id="content">{children}</main>
      <footer className="site-footer">
        <div className="bar">
          <p>Plimsoll measures how much slower work gets in a container, the same way on every engine.</p>
          <p>
            Every run is a document that never changes, identified by its SHA-256.{' '}
            <a href={`${root}schema/run/v1.json`}>Schema of a run</a>
          </p>
          <p>
            <a href={`${root}compare`}>Compare two runs</a> · <a href={`${root}method`}>Method</a> ·{' '}
            <a href={`${root}errata`}>Errata</a> · <a href={`${root}data`}>Data and feeds</a>
          </p>
        </div>
      </footer>
      <Symbols />
    </>
  )
}

/** The logo, a Plimsoll line: the disc on a ship's hull with the load line through it. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 36 24" width="36" height="24" aria-hidden="true">
      <circle cx="18" cy="12" r="8.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <path className="load-line" d="M2 12h32" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  )
}
