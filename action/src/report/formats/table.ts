import { styleText } from 'node:util'
import { fewerErrorLines } from '@plimsoll/workloads'
import { drawInterval } from '../draw-interval.ts'
import { type FittedTable, fitSection, GAP } from '../fit-section.ts'
import { blocksFor, plainText, type Report, type Section, type SectionRow, type Texts } from '../report.ts'

const LINE_LENGTH = 100

const BAR_WIDTH = 20
/** A shorter bar would not show a difference. */
const MIN_BAR_WIDTH = 6
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const INDENT = '  '
/** The maximum number of lines of a program's output below one item, such as a command that failed. */
const MAX_LINES = 9

const COLOURS = { strong: 'bold', alarm: 'yellow', warning: 'yellow', error: 'red', dim: 'dim' } as const

/**
 * The texts and tables of a report for a terminal. They are coloured only if standard output is a terminal (styleText
 * checks that).
 * @param width of the terminal, in columns
 */
export function render(report: Report, width: number): string {
  return blocksFor(report, 'terminal')
    .map((block) => ('heading' in block ? renderSection(block, width) : renderTexts(block, width)))
    .join('\n\n')
}

function renderTexts({ texts, form, tone }: Texts, width: number): string {
  const mark = tone === 'alarm' || tone === 'warning' || tone === 'error' ? '! ' : ''
  return texts
    .map((text) => `${mark}${plainText(text)}`)
    .map((text) =>
      form === 'item' ? shortened(text, width) : form === 'sentence' ? wrap(text, width) : cut(text, width),
    )
    .map((text) => (tone === undefined ? text : styleText(COLOURS[tone], text)))
    .join('\n')
}

function shortened(text: string, width: number): string {
  const { sentence, lines } = fewerErrorLines(text, MAX_LINES)
  return [sentence, ...lines].map((line) => cut(line, width - INDENT.length)).join(`\n${INDENT}`)
}

/** A line, wrapped only where the terminal would break it. */
function cut(line: string, width: number): string {
  return line.length > width ? wrap(line, width) : line
}

function renderSection(section: Section, width: number): string {
  const { title, lead = [], remarks } = section
  const table = section.rows.length > 0 ? fitSection(section, width) : null
  const gap = lead.length > 0 ? [''] : []
  return [
    ...wrap(title, width)
      .split('\n')
      .map((line) => styleText('bold', line)),
    ...lead.map((text) => wrap(text, width)),
    ...gap,
    ...(table === null ? [''] : tableLines(table, width, section.prose === true)),
    ...gap,
    ...[...(table?.remarks ?? []), ...remarks].map((remark) => styleText('dim', wrap(remark, width))),
  ].join('\n')
}

function tableLines({ heading, rows, widths, words }: FittedTable, width: number, isProse: boolean): string[] {
  const room = Math.min(BAR_WIDTH, width - widths.reduce((sum, width) => sum + width + GAP, 0))
  const pad = (text: string, column: number) => {
    if (isProse && column === widths.length - 1) return text
    return column < words ? text.padEnd(widths[column] as number) : text.padStart(widths[column] as number)
  }
  const linesOf = (cells: string[][]) =>
    Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, at) =>
      cells.map((lines, column) => pad(lines[at] ?? '', column)).join(' '.repeat(GAP)),
    )
  return [
    ...linesOf(heading).map((line) => styleText('dim', line)),
    ...rows.flatMap(({ row, cells }) =>
      linesOf(cells).map((line, at) =>
        colouredAs(row, `${line}  ${at === 0 && room >= MIN_BAR_WIDTH ? barOf(row, room) : ''}`.trimEnd()),
      ),
    ),
  ]
}

function colouredAs({ colour }: SectionRow, text: string): string {
  return colour === undefined ? text : styleText(colour, text)
}

function barOf({ bar }: SectionRow, width: number): string {
  if (bar === null) return ''
  if ('range' in bar) return styleText('cyan', drawInterval(bar.range, null, Math.floor((width - 1) / 2)))
  const eighths = Math.max(1, Math.round(bar.share * width * 8))
  const text = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return styleText(bar.onHost ? 'dim' : 'cyan', text)
}

/** Wraps a text into lines of readable length, or of a smaller width. All lines but the first are indented. */
function wrap(text: string, width: number): string {
  const length = Math.min(LINE_LENGTH, width)
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + 1 + word.length > length) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
