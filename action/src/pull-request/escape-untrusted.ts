import { escapeMarkdown } from '../report/markdown.ts'

/** Longest texts, in code points, of what a document, a job's name or an engine says. */
export const MOST = { name: 80, sentence: 300, paragraph: 1000 } as const

/** A stranger's text as Markdown that is nothing but text, on one line, its middle left out where it is too long. */
export function markdownLine(text: string, most: number = MOST.sentence): string {
  return escapeMarkdown(plainLine(text, most))
}

/** The same where no Markdown is read: without control, format (the bidirectional ones among them) and private characters. */
export function plainLine(text: string, most: number = MOST.sentence): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cf}\p{Co}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  return shorten(line, most)
}

/** The middle goes: a benchmark's name ends in its scenario and engine. */
function shorten(line: string, most: number): string {
  const points = Array.from(line)
  if (points.length <= most) return line
  const end = Math.floor(most / 3)
  return `${points.slice(0, most - end - 1).join('')}…${points.slice(-end).join('')}`
}
