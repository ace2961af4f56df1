import type { ReactNode } from 'react'
import { type Root, SiteFrame } from '../../components/site-frame.tsx'
import { TrustedHtml } from '../../components/trusted-html.tsx'
import { trusted } from '../html.ts'
import { pageHead, type SharedPage, styleLink } from './page-head.tsx'
import { CONTENT_SECURITY_POLICY, NOT_FOUND_POLICY, SCRIPTED_POLICY } from './policies.ts'
import { renderStatic } from './render-static.ts'
import type { Template } from './template.ts'

/** A page that is made without Next, because Next would need seconds for it, or because its path is unknown. */
export interface StaticPage {
  title: string
  description: string
  root: Root
  template: Template
  /** The names of script files under `/assets`; without any, the page runs no script. */
  scripts?: string[]
  /**
   * The whole stylesheet. It is for a page that does not know the path it is served from and so cannot link to a
   * stylesheet.
   */
  inlineStyle?: string
  social?: SharedPage
  /** The section of the page; see `SiteFrame`. */
  section?: string
  body: ReactNode
}

/** Renders a whole page. */
export function renderStaticPage(page: StaticPage): string {
  return `<!doctype html>\n${renderStatic(<Page {...page} />)}\n`
}

function Page(page: StaticPage) {
  const { title, description, root, template, scripts = [], inlineStyle, social, section, body } = page
  const policy = scripts.length > 0 ? SCRIPTED_POLICY : CONTENT_SECURITY_POLICY
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content="plimsoll-registry" />
        {pageHead({
          ...{ title, description, root, siteName: template.siteName },
          policy: inlineStyle === undefined ? policy : NOT_FOUND_POLICY,
          style:
            inlineStyle === undefined ? (
              styleLink(root, template.stylesheet)
            ) : (
              <TrustedHtml key="style" as="style" html={trusted(inlineStyle)} />
            ),
          canonical: social?.address ?? null,
          social: social ?? null,
        })}
        {scripts.map((name) => (
          <script key={name} type="module" src={`${root}assets/${name}`} />
        ))}
      </head>
      <body>
        <SiteFrame root={root} siteName={template.siteName} section={section}>
          {body}
        </SiteFrame>
      </body>
    </html>
  )
}
