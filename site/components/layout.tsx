import Head from 'next/head'
import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { pageHead, styleLink } from '../src/page-parts/page-head.tsx'
import { CONTENT_SECURITY_POLICY, SCRIPTED_POLICY } from '../src/page-parts/policies.ts'
import { templateOfBuild } from '../src/page-parts/template.ts'
import { type Root, SiteFrame } from './site-frame.tsx'

interface Properties {
  title: string
  description: string
  root: Root
  /** The names of the page's scripts, as in `browser/`; without any, the page runs no script. */
  scripts?: string[]
  /** The canonical address, relative to the page. It is set only if the page was reached by an alias. */
  canonical?: string | undefined
  picture?: string | null
  children: ReactNode
}

/** The layout of every Next page: the same header and footer as on the pages of runs. */
export function Layout({ title, description, root, scripts = [], canonical, picture = null, children }: Properties) {
  const { pathname, asPath } = useRouter()
  const template = templateOfBuild()
  const { stylesheet, baseUrl, siteName } = template
  const files = scripts.flatMap((name) => template.scripts[name] ?? [])
  const own = baseUrl === null ? null : baseUrl + asPath.slice(1)
  const address = own !== null && canonical ? new URL(canonical, own).href : own
  return (
    <>
      <Head>
        {pageHead({
          ...{ title, description, root, siteName },
          canonical: address ?? canonical ?? null,
          policy: files.length > 0 ? SCRIPTED_POLICY : CONTENT_SECURITY_POLICY,
          style: styleLink(root, stylesheet),
          social: { address, picture },
        })}
        <link rel="alternate" type="application/atom+xml" title="Runs" href={`${root}feeds/runs.xml`} />
      </Head>
      <SiteFrame root={root} siteName={siteName} section={pathname.split('/')[1]}>
        {children}
      </SiteFrame>
      {files.map((name) => (
        <script key={name} type="module" src={`${root}assets/${name}`} />
      ))}
    </>
  )
}
