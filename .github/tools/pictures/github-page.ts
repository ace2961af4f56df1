import { Marked } from 'marked'

/** The colours of a comment on GitHub, in the light and in the dark scheme. */
const COLOURS: Record<string, readonly [light: string, dark: string]> = {
  ink: ['#1f2328', '#f0f6fc'],
  muted: ['#59636e', '#9198a1'],
  link: ['#0969da', '#4493f8'],
  rule: ['#d1d9e0', '#3d444d'],
  paper: ['#ffffff', '#0d1117'],
  band: ['#f6f8fa', '#151b23'],
}

const [LIGHT, DARK] = [0, 1].map((scheme) =>
  Object.entries(COLOURS)
    .map(([name, values]) => `--${name}: ${values[scheme]}`)
    .join('; '),
)

/** A comment with the look of GitHub, as an element of HTML. */
export function githubComment(markdown: string): string {
  const body = new Marked({ gfm: true })
    .parse(markdown, { async: false })
    // Not every machine has a font for pictograms.
    .replace('🔴', '<span style="color: #d1242f">●</span>')
    .replace('⚪', '○')
  return `<article><style>
    article { ${LIGHT} }
    @media (prefers-color-scheme: dark) { article { ${DARK} } }
    article * { box-sizing: border-box }
    article { border: 1px solid var(--rule); border-radius: 6px; color: var(--ink); background: var(--paper); font: 14px/1.5 system-ui, sans-serif }
    header { padding: 8px 16px; color: var(--muted); border-bottom: 1px solid var(--rule) }
    header b { color: var(--ink) }
    main { padding: 16px }
    main > :first-child { margin-top: 0 } main > :last-child { margin-bottom: 0 }
    h3 { font-size: 17.5px; line-height: 1.25; font-weight: 600; margin: 24px 0 16px }
    p, details, table, ul { margin: 0 0 16px }
    ul { padding-left: 2em }
    a { color: var(--link); text-decoration: none }
    table { border-collapse: collapse }
    th { font-weight: 600 }
    td, th { padding: 6px 13px; border: 1px solid var(--rule) }
    tbody tr:nth-child(2n) { background: var(--band) }
  </style><header><b>github-actions</b> commented</header><main>${body}</main></article>`
}
