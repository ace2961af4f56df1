import type { readRun } from '@plimsoll/schema'
import { machineLine, otherMetrics, problemsOf, ratioHeading, reportTables } from './rows.ts'

/** GitHub-flavoured Markdown. */
export function markdownReport({ document, id, hash }: ReturnType<typeof readRun>): string {
  const tables = reportTables(document, 'primary').map((table) =>
    [
      `### ${escapeMarkdown(table.title)}, ${escapeMarkdown(table.metric)}`,
      '',
      `| OS | Platform | Test | Average | Range | ${escapeMarkdown(ratioHeading(table))} |`,
      '| --- | --- | --- | ---: | ---: | ---: |',
      ...table.rows.map(
        ({ os, platform, test, average, range, ratio }) =>
          `| ${[os, platform, test, average, range, ratio].map(escapeMarkdown).join(' | ')} |`,
      ),
    ].join('\n'),
  )
  const remarks = [...document.notes.map(({ text }) => text), ...problemsOf(document)]
  const others = otherMetrics(document)
  return [
    ...tables,
    ...(others.length > 0 ? [`Other metrics, in the document: ${others.map(escapeMarkdown).join(', ')}.`] : []),
    ...(remarks.length > 0
      ? [remarks.map((remark) => `- ${escapeMarkdown(remark.split('\n')[0] as string)}`).join('\n')]
      : []),
    `${escapeMarkdown(machineLine(document))}. Suite ${escapeMarkdown(document.suite.name)} ${document.suite.version} (${document.division}), ${document.status}. Run \`${id}\`, \`${hash}\`.`,
  ].join('\n\n')
}

/** Text of a document is a stranger's: nothing in it may become markup, a mention or a link. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/[\r\n]+/g, ' ')
}
