import Head from 'next/head'
import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { pageHead, styleLink } from '../src/page-parts/page-head.tsx'
import { CONTENT_SECURITY_POLICY, SCRIPTED_POLICY } from '../src/page-parts/policies.ts'
import { type Root, SiteFrame } from './site-frame.tsx'

interface Properties {
  title: string
  description: string
  root: Root
  stylesheet: string
  /** The names of script files under `/assets`; without such names the page runs no script. */
  scripts?: string[]
  /** The canonical address of the page, relative. It is set only if the page was reached by an alias. */
  canonical?: string
  /** The absolute address of this page; null if the registry's address is unknown. */
  address?: string | null
  picture?: string | null
  children: ReactNode
}

/** The layout of every Next page: the same header and footer as on the pages of runs. */
export function Layout(properties: Properties) {
  const { title, description, root, stylesheet, scripts = [], address = null, picture = null, children } = properties
  const canonical = properties.canonical ?? address
  const [, section] = useRouter().pathname.split('/')
  return (
    <>
      <Head>
        {pageHead({
          ...{ title, description, root, canonical },
          policy: scripts.length > 0 ? SCRIPTED_POLICY : CONTENT_SECURITY_POLICY,
          style: styleLink(root, stylesheet),
          social: { title, description, address, picture },
        })}
        <link rel="alternate" type="application/atom+xml" title="Runs" href={`${root}feeds/runs.xml`} />
        <link rel="alternate" type="application/atom+xml" title="Editions" href={`${root}feeds/editions.xml`} />
      </Head>
      <SiteFrame root={root} section={section}>
        {children}
      </SiteFrame>
      {scripts.map((name) => (
        <script key={name} type="module" src={`${root}assets/${name}`} />
      ))}
    </>
  )
}
