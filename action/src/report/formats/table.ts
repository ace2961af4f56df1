import { styleText } from 'node:util'
import { wrap } from '../../terminal/wrap.ts'
import { blocksFor, plainText, type Report, type Section, type SectionRow, type Texts } from '../report.ts'

const BAR_WIDTH = 20
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
/** The maximum number of lines of one item, such as the output of a failed command. */
const MAX_LINES = 6

const COLOURS = { strong: 'bold', alarm: 'yellow', warning: 'yellow', error: 'red', dim: 'dim' } as const

/**
 * The texts and tables of a report for a terminal. They are coloured only if standard output is a terminal (styleText
 * checks that).
 */
export function render(report: Report): string {
  return blocksFor(report, 'terminal')
    .map((block) => ('heading' in block ? renderSection(block) : renderTexts(block)))
    .join('\n\n')
}

function renderTexts({ texts, form, tone }: Texts): string {
  const mark = tone === 'alarm' || tone === 'warning' || tone === 'error' ? '! ' : ''
  return texts
    .map((text) => `${mark}${plainText(text)}`)
    .map((text) => (form === 'sentence' ? wrap(text) : form === 'item' ? shortened(text) : text))
    .map((text) => (tone === undefined ? text : styleText(COLOURS[tone], text)))
    .join('\n')
}

function shortened(text: string): string {
  return text.split('\n').slice(0, MAX_LINES).join('\n  ')
}

function renderSection({ title, lead = [], heading, words, prose, rows, remarks }: Section): string {
  const columns = rows.length > 0 ? heading : []
  const widths = columns.map((text, column) =>
    prose && column === heading.length - 1
      ? 0
      : Math.max(text.length, ...rows.map(({ fields }) => (fields[column] as string).length)),
  )
  const pad = (fields: string[]) =>
    fields.map((text, column) =>
      column < words ? text.padEnd(widths[column] as number) : text.padStart(widths[column] as number),
    )
  const gap = lead.length > 0 ? [''] : []
  return [
    styleText('bold', wrap(title)),
    ...lead.map(wrap),
    ...gap,
    styleText('dim', pad(columns).join('  ')),
    ...rows.map((row) => colouredAs(row, `${pad(row.fields).join('  ')}  ${barOf(row)}`.trimEnd())),
    ...gap,
    ...remarks.map((remark) => styleText('dim', wrap(remark))),
  ].join('\n')
}

function colouredAs({ colour }: SectionRow, text: string): string {
  return colour === undefined ? text : styleText(colour, text)
}

function barOf({ bar }: SectionRow): string {
  if (bar === null) return ''
  const eighths = Math.max(1, Math.round(bar.share * BAR_WIDTH * 8))
  const text = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return styleText(bar.onHost ? 'dim' : 'cyan', text)
}
