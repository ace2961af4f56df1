import { type Html, html, trusted } from '../html.ts'
import { type Social, socialTags } from './social.ts'
import type { Template } from './template.ts'

// This module has the parts that all pages share. Links are relative, so that a registry works under any path.

/** The path from a page to the registry's root. It is empty for a page at the root itself, and `../` one level down. */
export type Root = '' | '../' | '../../' | '/'

export interface Page {
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
  /** The page's address and picture, if known. */
  social?: Pick<Social, 'address' | 'picture'>
  /** Further elements of the page's head. */
  head?: Html
  body: Html
}

/** Renders a whole page. It is for pages that are not made with React. */
export function renderPage(page: Page): string {
  const { title, description, root, template, scripts = [], inlineStyle, social, head, body } = page
  const policy = scripts.length > 0 ? SCRIPTED_POLICY : CONTENT_SECURITY_POLICY
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${inlineStyle === undefined ? policy : NOT_FOUND_POLICY}">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="plimsoll-registry, template ${template.version}">
<meta name="description" content="${description}">
<title>${title} · Plimsoll</title>
<link rel="icon" href="${root}assets/mark.svg" type="image/svg+xml">
${inlineStyle === undefined ? html`<link rel="stylesheet" href="${root}assets/${template.stylesheet}">` : html`<style>${trusted(inlineStyle)}</style>`}
${scripts.map(
  (name) => html`<script type="module" src="${root}assets/${name}"></script>
`,
)}${social && [socialHead({ title, description, ...social }), head]}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site-header">${headerContent(root)}</header>
<main id="content">
${body}
</main>
<footer class="site-footer">${footerContent(root)}</footer>
</body>
</html>
`.text
}

function socialHead(social: Social): Html {
  return html`${social.address && html`<link rel="canonical" href="${social.address}">`}
${socialTags(social).map(({ property, content }) => html`<meta property="${property}" content="${content}">`)}
`
}

/**
 * The content security policy of a page without scripts. It allows only the registry's own style and pictures. So
 * whatever a document contains, no script runs and no third party is contacted. Tools inside the page, such as
 * Lighthouse, may request the registry's own files.
 */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

/** The content security policy of a page with scripts. It also allows the registry's own script files. */
export const SCRIPTED_POLICY = `${CONTENT_SECURITY_POLICY}; script-src 'self'`

/**
 * The content security policy of the 404 page. It allows the style that the page includes. This page contains nothing
 * from a document.
 */
export const NOT_FOUND_POLICY = CONTENT_SECURITY_POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'")

/** Returns the content of the header of a page: logo and navigation. */
export function headerContent(root: Root): Html {
  return html`<div class="bar"><a class="brand" href="${home(root)}">${MARK}<span>Plimsoll</span></a>
<nav aria-label="Registry"><a href="${home(root)}#editions">Editions</a><a href="${root}engines">Engines</a><a href="${root}workloads">Workloads</a><a href="${root}runs">Runs</a><a href="${root}docs">Docs</a></nav></div>`
}

/** Returns the content of the footer of a page. */
export function footerContent(root: Root): Html {
  return html`<div class="bar"><p>Plimsoll measures how much slower work gets in a container, the same way on every engine.</p>
<p>Every run is a document that never changes, identified by its SHA-256. <a href="${root}schema/run/v1.json">Schema of a run</a></p>
<p><a href="${root}compare">Compare two runs</a> · <a href="${root}method">Method</a> · <a href="${root}errata">Errata</a> · <a href="${root}data">Data and feeds</a></p></div>`
}

function home(root: Root): string {
  return root === '' ? './' : root
}

/** The logo, a Plimsoll line: the disc on a ship's hull with the load line through it. */
const MARK = html`<svg class="mark" viewBox="0 0 36 24" width="36" height="24" aria-hidden="true"><circle cx="18" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2.5"/><path class="load-line" d="M2 12h32" stroke="currentColor" stroke-width="2.5"/></svg>`
