import type { ReactNode } from 'react'
import { Symbols } from '../src/page-parts/charts/responsive-chart.tsx'
import { SOURCE } from '../src/page-parts/source.ts'

/**
 * The path from a page to the registry's root. It is empty for a page at the root itself, `../` one level down, and
 * absolute for a page that is served under any path.
 */
export type Root = '' | '../' | '../../' | '../../../' | `/${string}`

/** The sections of the site. The address of each is its name. */
const SECTIONS = {
  editions: 'Editions',
  engines: 'Engines',
  workloads: 'Workloads',
  projects: 'Projects',
  runs: 'Runs',
  compare: 'Compare',
  method: 'Method',
  errata: 'Errata',
  docs: 'Docs',
}

interface Properties {
  root: Root
  siteName: string
  /** The section of the page, as in its address; other texts mark no section. */
  section?: string | undefined
  children: ReactNode
}

/**
 * The body that all pages share: header, content and footer. Links are relative, so that a registry works under any
 * path.
 */
export function SiteFrame({ root, siteName, section, children }: Properties) {
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
            <span>{siteName}</span>
          </a>
          <nav aria-label="Registry">
            {Object.entries(SECTIONS).map(([name, title]) => (
              <a key={name} href={`${root}${name}`} aria-current={section === name ? currentAt(root) : undefined}>
                {title}
              </a>
            ))}
            <a href={SOURCE}>Source</a>
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
            <a href={`${root}data`}>Data and feed</a> · <a href={`${root}docs/cite`}>Cite a figure</a> ·{' '}
            <a href={`${root}docs`}>Documentation</a> · <a href={SOURCE}>Source code</a>
          </p>
        </div>
      </footer>
      <Symbols />
    </>
  )
}

/** Only the first page of each section is at the root. All other pages of a section are below it. */
function currentAt(root: Root): 'page' | 'true' {
  return root === '' ? 'page' : 'true'
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
