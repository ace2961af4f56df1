import { describeNoVerdict, describeUnreliableRun, type readRun, runReliability } from '@plimsoll/schema'
import { otherMetrics, reportSections } from './layouts.ts'
import { machineLine, problemsOf, timerLine } from './rows.ts'
import type { Section } from './section.ts'

/** The report of a run as GitHub-flavoured Markdown. */
export function markdownReport({ document, id, hash }: ReturnType<typeof readRun>): string {
  const remarks = [...document.notes.map(({ text }) => text), ...problemsOf(document)]
  const others = otherMetrics(document)
  const warnings = [describeNoVerdict(document.design), describeUnreliableRun(runReliability(document))].filter(
    (text) => text !== null,
  )
  return [
    ...warnings.map((text) => `**${escapeMarkdown(text)}**`),
    ...reportSections(document).map(renderSection),
    ...(others.length > 0 ? [`Other metrics, in the document: ${others.map(escapeMarkdown).join(', ')}.`] : []),
    ...(remarks.length > 0
      ? [remarks.map((remark) => `- ${escapeMarkdown(remark.split('\n')[0] as string)}`).join('\n')]
      : []),
    ...(document.division === 'modified'
      ? [`Modified from the suite: ${document.deviations.map(escapeMarkdown).join('; ')}.`]
      : []),
    `${escapeMarkdown([machineLine(document), timerLine(document)].filter(Boolean).join('. '))}. Suite ${escapeMarkdown(document.suite.name)} ${document.suite.version} (${document.division}), ${document.status}. Run \`${id}\`, \`${hash}\`.`,
  ].join('\n\n')
}

/** One section of a report as a Markdown table. */
export function renderSection({ title, lead = [], heading, words, rows, remarks }: Section): string {
  const line = (fields: string[]) => `| ${fields.map(escapeMarkdown).join(' | ')} |`
  const table = [
    line(heading),
    `| ${heading.map((_, column) => (column < words ? '---' : '---:')).join(' | ')} |`,
    ...rows.map(({ fields }) => line(fields)),
  ].join('\n')
  return [`### ${escapeMarkdown(title)}`, ...lead.map(escapeMarkdown), table, ...remarks.map(escapeMarkdown)].join(
    '\n\n',
  )
}

/** An invisible character. It splits text that GitHub would otherwise link. */
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * The positions before which text would become a link, a mention or an emoji. They are after the `@` of a name or an
 * e-mail address, after the scheme of an address, after `www`, after the `#` of an issue, and after the hyphen of
 * `GH-1` or of a key of another tracker, which a project may link.
 */
const LINKING = /@|:(?=\/\/|(?!\d\d:)[\w+-]+:)|[Ww]{3}(?=\.)|#(?=\d)|(?<=[A-Z]|[Gg][Hh])-(?=\d)|[Gg][Hh][Ss][Aa](?=-)/g

/**
 * Text that looks like a commit: GitHub links 7 to 40 hexadecimal digits if such a commit exists. A plain decimal
 * number does not match and stays unchanged, so that a reader can copy it.
 */
const COMMIT = /(?<![0-9a-z])(?!\d{1,39}(?![0-9a-z]))[0-9a-f]{7,40}(?![0-9a-z])/gi

/**
 * Escape untrusted text of a document: nothing in the text may become markup, a mention or a link. Backslashes escape
 * Markdown. Backslashes prevent neither the autolinks of GFM (https://github.github.com/gfm/#autolinks-extension-) nor
 * the links that GitHub makes in the rendered text, so a zero-width space prevents those links. A span around the
 * dollar sign prevents formulas, as GitHub's documentation recommends.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .trimStart()
    .replaceAll(COMMIT, (digits) => digits.replaceAll(/.{6}(?=.)/g, `$&${ZERO_WIDTH_SPACE}`))
    .replaceAll(LINKING, `$&${ZERO_WIDTH_SPACE}`)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
    .replace(/^\d+(?=\.(?:\s|$))/, '$&\\')
    .replaceAll('&', '&amp;')
    .replaceAll('$', '<span>$$</span>')
}
