import { styleText } from 'node:util'
import { describeNoVerdict, describeUnreliableRun, type readRun, runReliability } from '@plimsoll/schema'
import { otherMetrics, reportSections } from './layouts.ts'
import { machineLine, problemsOf, timerLine } from './rows.ts'
import type { Section, SectionRow } from './section.ts'

const BAR_WIDTH = 20
const LINE_LENGTH = 100
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** The report of a run for a terminal. It is coloured only if standard output is a terminal (styleText checks that). */
export function tableReport({ document, id, hash }: ReturnType<typeof readRun>): string {
  const problems = problemsOf(document)
  const others = otherMetrics(document)
  const warnings = [describeNoVerdict(document.design), describeUnreliableRun(runReliability(document))].filter(
    (text) => text !== null,
  )
  return [
    ...warnings.map((text) => styleText('yellow', wrap(`! ${text}`))),
    ...reportSections(document).map(renderSection),
    ...(others.length > 0 ? [styleText('dim', `Other metrics, with --format csv or json: ${others.join(', ')}`)] : []),
    ...document.notes.map(({ text }) => styleText('yellow', `! ${text}`)),
    ...problems.map((problem) => styleText('red', `! ${problem.split('\n').slice(0, 6).join('\n  ')}`)),
    ...(document.division === 'modified' ? [`Modified from the suite: ${document.deviations.join('; ')}.`] : []),
    ...(document.status === 'partial' ? [styleText('yellow', '! Partial: the run ended early.')] : []),
    `${[machineLine(document), timerLine(document)].filter(Boolean).join('\n')}\n${document.suite.name} ${document.suite.version} · ${document.startedAt} · run ${id}\n${hash}`,
  ].join('\n\n')
}

/** One table of a report, for a terminal. */
export function renderSection({ title, lead = [], heading, words, rows, remarks }: Section): string {
  const widths = heading.map((text, column) =>
    Math.max(text.length, ...rows.map(({ fields }) => (fields[column] as string).length)),
  )
  const pad = (fields: string[]) =>
    fields.map((text, column) =>
      column < words ? text.padEnd(widths[column] as number) : text.padStart(widths[column] as number),
    )
  const gap = lead.length > 0 ? [''] : []
  return [
    styleText('bold', title),
    ...lead.map(wrap),
    ...gap,
    styleText('dim', pad(heading).join('  ')),
    ...rows.map((row) => colouredAs(row, `${pad(row.fields).join('  ')}  ${barOf(row)}`.trimEnd())),
    ...gap,
    ...remarks.map((remark) => styleText('dim', wrap(remark))),
  ].join('\n')
}

function colouredAs({ colour }: SectionRow, text: string): string {
  return colour === undefined ? text : styleText(colour, text)
}

/** Wrap a sentence into lines of readable length. All lines but the first are indented. */
export function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + 1 + word.length > LINE_LENGTH) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

function barOf({ bar }: SectionRow): string {
  if (bar === null) return ''
  const eighths = Math.max(1, Math.round(bar.share * BAR_WIDTH * 8))
  const text = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return styleText(bar.onHost ? 'dim' : 'cyan', text)
}
