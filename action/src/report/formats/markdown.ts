import { escapeMarkdown } from '../escape-markdown.ts'
import { type Block, blocksFor, type Phrase, type Report, type Section, type Texts } from '../report.ts'

/** The texts and tables of a report as GitHub-flavoured Markdown. */
export function render(report: Report): string {
  return blocksFor(report, 'document')
    .map((block, at, blocks) => {
      const text = 'heading' in block ? renderSection(block) : renderTexts(block)
      const gap = isList(block) && isList(blocks[at - 1]) ? '\n' : '\n\n'
      return at === 0 ? text : `${gap}${text}`
    })
    .join('')
}

function isList(block: Block | undefined): boolean {
  return block !== undefined && 'form' in block && block.form === 'item'
}

function renderTexts({ texts, form, tone }: Texts): string {
  if (form === 'item') return texts.map((text) => `- ${escaped(firstLine(text))}`).join('\n')
  const isEmphasised = tone === 'strong' || tone === 'alarm'
  return texts.map((text) => (isEmphasised ? `**${escaped(text)}**` : escaped(text))).join('\n\n')
}

function firstLine(text: Phrase): Phrase {
  return typeof text === 'string' ? (text.split('\n')[0] as string) : text
}

function escaped(text: Phrase): string {
  if (typeof text === 'string') return escapeMarkdown(text)
  return text.map((piece) => (typeof piece === 'string' ? escapeMarkdown(piece) : `\`${piece.code}\``)).join('')
}

function renderSection({ title, lead = [], heading, words, rows, remarks }: Section): string {
  const line = (fields: string[]) => `| ${fields.map(escapeMarkdown).join(' | ')} |`
  const table = [
    line(heading),
    `| ${heading.map((_, column) => (column < words ? '---' : '---:')).join(' | ')} |`,
    ...rows.map(({ fields }) => line(fields)),
  ].join('\n')
  return [
    `### ${escapeMarkdown(title)}`,
    ...lead.map(escapeMarkdown),
    ...(rows.length > 0 ? [table] : []),
    ...remarks.map(escapeMarkdown),
  ].join('\n\n')
}
