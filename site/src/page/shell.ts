import { type Html, html, trusted } from '../html.ts'
import type { Template } from './template.ts'

/** The parts every page has. Links are relative, so that a registry can live under any path. */

/** From a page to the registry's root: empty at the root itself, `../` one level down. */
export type Root = '' | '../' | '/'

export interface Page {
  title: string
  description: string
  root: Root
  template: Template
  /** The whole stylesheet, for a page that cannot know where it is served from and so cannot link to it. */
  inlineStyle?: string
  body: Html
}

/** A whole page, for what is not rendered by React. */
export function renderPage({ title, description, root, template, inlineStyle, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${inlineStyle === undefined ? CONTENT_SECURITY_POLICY : NOT_FOUND_POLICY}">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="plimsoll-registry, template ${template.version}">
<meta name="description" content="${description}">
<title>${title} · Plimsoll</title>
<link rel="icon" href="${root}assets/mark.svg" type="image/svg+xml">
${inlineStyle === undefined ? html`<link rel="stylesheet" href="${root}assets/${template.stylesheet}">` : html`<style>${trusted(inlineStyle)}</style>`}
</head>
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

/** Nothing but the registry's own style and pictures: whatever a document says, nothing is run and nobody is asked. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

/** As above, for the page that brings its style with it; nothing in it is from a document. */
export const NOT_FOUND_POLICY = CONTENT_SECURITY_POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'")

/** What is inside the header: the mark, and the way to everything. */
export function headerContent(root: Root): Html {
  return html`<div class="bar"><a class="brand" href="${home(root)}">${MARK}<span>Plimsoll</span></a>
<nav aria-label="Registry"><a href="${home(root)}#editions">Editions</a><a href="${home(root)}#runs">Runs</a></nav></div>`
}

/** What is inside the footer. */
export function footerContent(root: Root): Html {
  return html`<div class="bar"><p>Plimsoll measures how much slower work gets in a container, the same way on every engine.</p>
<p>Every run is a document named by its own SHA-256 and never rewritten. <a href="${root}schema/run/v1.json">Schema of a run</a></p></div>`
}

function home(root: Root): string {
  return root === '' ? './' : root
}

/** A Plimsoll line: the disc on a ship's hull with the load line through it. */
const MARK = html`<svg class="mark" viewBox="0 0 36 24" width="36" height="24" aria-hidden="true"><circle cx="18" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2.5"/><path class="load-line" d="M2 12h32" stroke="currentColor" stroke-width="2.5"/></svg>`
