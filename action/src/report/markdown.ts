import type { readRun } from '@plimsoll/schema'
import { otherMetrics, reportSections } from './layouts.ts'
import { machineLine, problemsOf, timerLine } from './rows.ts'
import type { Section } from './section.ts'

/** GitHub-flavoured Markdown. */
export function markdownReport({ document, id, hash }: ReturnType<typeof readRun>): string {
  const remarks = [...document.notes.map(({ text }) => text), ...problemsOf(document)]
  const others = otherMetrics(document)
  return [
    ...reportSections(document).map(renderSection),
    ...(others.length > 0 ? [`Other metrics, in the document: ${others.map(escapeMarkdown).join(', ')}.`] : []),
    ...(remarks.length > 0
      ? [remarks.map((remark) => `- ${escapeMarkdown(remark.split('\n')[0] as string)}`).join('\n')]
      : []),
    `${escapeMarkdown([machineLine(document), timerLine(document)].filter(Boolean).join('. '))}. Suite ${escapeMarkdown(document.suite.name)} ${document.suite.version} (${document.division}), ${document.status}. Run \`${id}\`, \`${hash}\`.`,
  ].join('\n\n')
}

/** One table, in Markdown. */
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

/** Text of a document is a stranger's: nothing in it may become markup, a mention or a link. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/[\r\n]+/g, ' ')
}
