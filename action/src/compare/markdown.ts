import { NOT_A_VERDICT } from '@plimsoll/schema/compare'
import { escapeMarkdown, renderSection } from '../report/markdown.ts'
import type { Section } from '../report/section.ts'
import { benchmarksSection, differencesSection, headLine, notesOf, type RunPair, warningsOf } from './sections.ts'

/** A comparison of two runs as GitHub-flavoured Markdown. */
export function compareMarkdown(compared: RunPair): string {
  return [
    `**${escapeMarkdown(NOT_A_VERDICT)}**`,
    ...list([headLine('A', compared.a), headLine('B', compared.b), ...warningsOf(compared)]),
    tableOrNone(differencesSection(compared.comparison)),
    ...list(notesOf(compared)),
    tableOrNone(benchmarksSection(compared)),
  ].join('\n\n')
}

function list(lines: string[]): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n')]
}

/** A section as a Markdown table. Only the section's title if the section has no rows. */
function tableOrNone(section: Section): string {
  if (section.rows.length > 0) return renderSection(section)
  return [`### ${escapeMarkdown(section.title)}`, ...section.remarks.map(escapeMarkdown)].join('\n\n')
}
