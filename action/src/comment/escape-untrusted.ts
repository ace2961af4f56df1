import { escapeMarkdown } from '../report/escape-markdown.ts'

/** The maximum lengths, in code points, of texts from a document, from a job's name or from an engine. */
export const MAX_LENGTH = { name: 80, output: 160, sentence: 300, paragraph: 1000 } as const

/** Untrusted text as Markdown without markup, on one line. The middle of a text that is too long is left out. */
export function markdownLine(text: string, most: number = MAX_LENGTH.sentence): string {
  return escapeMarkdown(plainLine(text, most))
}

/**
 * Untrusted text for a place where Markdown is not rendered. The text is on one line, without control, format
 * (including bidirectional) and private-use characters.
 */
export function plainLine(text: string, most: number = MAX_LENGTH.sentence): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cf}\p{Co}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  return shorten(line, most)
}

/**
 * Leave out the middle of a line that is too long. The end stays, because a benchmark's name ends in its scenario and
 * engine.
 */
function shorten(line: string, most: number): string {
  const points = Array.from(line)
  if (points.length <= most) return line
  const end = Math.floor(most / 3)
  return `${points.slice(0, most - end - 1).join('')}…${points.slice(-end).join('')}`
}
