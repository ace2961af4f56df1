import Head from 'next/head'
import type { ReactNode } from 'react'
import { CONTENT_SECURITY_POLICY, footerContent, headerContent, type Root } from '../src/page/shell.ts'
import { MadeHtml } from './made-html.tsx'

interface Properties {
  title: string
  description: string
  root: Root
  stylesheet: string
  /** Where this page really lives, when it is reached by another name; relative. */
  canonical?: string
  children: ReactNode
}

/** What every page is set in: the same header and footer as the pages of runs. */
export function Layout({ title, description, root, stylesheet, canonical, children }: Properties) {
  return (
    <>
      <Head>
        <meta httpEquiv="Content-Security-Policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <title>{title}</title>
        <link rel="icon" href={`${root}assets/mark.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${root}assets/${stylesheet}`} />
        {canonical !== undefined && <link rel="canonical" href={canonical} />}
      </Head>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <MadeHtml as="header" className="site-header" html={headerContent(root)} />
      <main id="content">{children}</main>
      <MadeHtml as="footer" className="site-footer" html={footerContent(root)} />
    </>
  )
}
