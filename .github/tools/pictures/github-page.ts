import { Marked } from 'marked'

/** The colours of a comment on GitHub, in the light and in the dark scheme. */
export const COLOURS: Record<string, readonly [light: string, dark: string]> = {
  ink: ['#1f2328', '#f0f6fc'],
  muted: ['#59636e', '#9198a1'],
  link: ['#0969da', '#4493f8'],
  rule: ['#d1d9e0', '#3d444d'],
  paper: ['#ffffff', '#0d1117'],
  band: ['#f6f8fa', '#151b23'],
}

const colour = (name: string) => COLOURS[name]?.[0]

/** A page with one comment that looks like a comment on GitHub, in the light scheme. */
export function githubPage(markdown: string): string {
  const body = new Marked({ gfm: true }).parse(markdown, { async: false })
  // Scripts cannot read the markers of folds and items, so these markers are text.
  const marked = body.replaceAll('<summary>', '<summary>▸ ').replaceAll('<li>', '<li>• ')
  return `<!doctype html><meta charset="utf-8"><style>
    * { box-sizing: border-box }
    body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: ${colour('ink')} }
    article { border: 1px solid ${colour('rule')}; border-radius: 6px; background: ${colour('paper')} }
    header { padding: 8px 16px; color: ${colour('muted')} }
    header b { color: ${colour('ink')} }
    hr { height: 1px; margin: 0; border: 0; background: ${colour('rule')} }
    main { padding: 16px }
    main > :first-child { margin-top: 0 } main > :last-child { margin-bottom: 0 }
    h3 { font-size: 17.5px; line-height: 1.25; font-weight: 600; margin: 24px 0 16px }
    p, details, table, ul { margin: 0 0 16px }
    summary { list-style: none }
    ul { padding-left: 1em; list-style: none }
    a { color: ${colour('link')}; text-decoration: none }
    table { border-collapse: collapse }
    th { font-weight: 600 }
    td, th { padding: 6px 13px; border: 1px solid ${colour('rule')} }
    tbody tr:nth-child(2n) { background: ${colour('band')} }
  </style><article><header><b>github-actions</b> commented</header><hr><main>${marked}</main></article>`
}
