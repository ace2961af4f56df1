import { counted, type Note } from '@plimsoll/schema'
import { errorLines, LEFT_OUT } from '../error-lines.ts'
import { quoted } from '../quoted.ts'

/** How many samples of each benchmark are compared: two of base show how much their outputs agree by themselves. */
export const COMPARED_OUTPUTS = 2

/** What the samples of both variants of one benchmark of a check printed. */
export interface PrintedOutputs {
  /** The name of the benchmark, without its variant. */
  name: string
  base: readonly string[]
  head: readonly string[]
}

/**
 * Notes on the benchmarks whose head printed something else than base. A command whose first program fails inside a
 * pipeline, or that runs no tests at all, ends with 0 and is fast. Outputs that differ between two samples of base say
 * nothing, so these benchmarks have no note.
 * @param redact removes the names of this host and its user from free text
 */
export function otherOutputNotes(benchmarks: readonly PrintedOutputs[], redact: (text: string) => string): Note[] {
  return benchmarks.flatMap(({ name, base: [base, again], head: [head] }) => {
    if (base === undefined || again === undefined || head === undefined) return []
    const seen = [withNumbers, withoutNumbers].find((linesOf) => {
      const repeated = sharedLines(linesOf(base), linesOf(again))
      return repeated >= LEAST_REPEATED && sharedLines(linesOf(base), linesOf(head)) < repeated / 2
    })
    if (seen === undefined) return []
    const text = `${name}: ${difference(base, redact(head), seen)} Check that both do the same work.`
    return [{ code: 'other-output', text }]
  })
}

/** The share of lines that two samples of base must share. */
const LEAST_REPEATED = 0.5

function difference(base: string, head: string, linesOf: (output: string) => string[]): string {
  if (linesOf(head).length === 0) return `head printed nothing, base ${counted(linesOf(base).length, 'line')}.`
  const known = new Set(linesOf(base))
  const other = head.split(LINE_END).filter((line) => linesOf(line).some((normal) => !known.has(normal)))
  const example = errorLines(other.join('\n'), 1).find((line) => line !== LEFT_OUT) ?? ''
  return `head printed something else than base, such as ${quoted(example)}.`
}

/** The number of different lines that two outputs share ÷ that of the longer one. 1 if both are empty. */
function sharedLines(a: string[], b: string[]): number {
  const [own, other] = [new Set(a), new Set(b)]
  const most = Math.max(own.size, other.size)
  return most === 0 ? 1 : [...own].filter((line) => other.has(line)).length / most
}

const LINE_END = /[\r\n]+/

/** The lines of an output. */
function withNumbers(output: string): string[] {
  return output
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The same without words that have digits: times, sizes, process and temporary names. */
function withoutNumbers(output: string): string[] {
  return withNumbers(output).map((line) => line.replaceAll(/\S*\d\S*/g, '#'))
}
