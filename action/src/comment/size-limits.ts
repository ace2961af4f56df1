import { type Part, type Row, renderPart } from './part.ts'

/**
 * The maximum sizes of a comment and of a job summary, in bytes. GitHub rejects a comment beyond 65,536 characters, and
 * a job summary beyond 1 MiB.
 */
export const COMMENT_LIMIT = 60_000
export const SUMMARY_LIMIT = 1_000_000

/**
 * The head and the parts, within `most` bytes of UTF-8, and therefore within as many UTF-16 code units. If they do not
 * fit, rows are left out and counted. The least interesting rows of all parts are left out first. If that is not
 * enough, whole parts are left out and counted, the last part first.
 */
export function fitted(head: string, parts: readonly Part[], most: number): string {
  const rows = parts.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows)).sort((a, b) => a.interest - b.interest)
  const withRows = (count: number) => render(head, parts, parts.length, new Set(rows.slice(0, count)))
  const fits = (text: string) => Buffer.byteLength(text) <= most
  const all = withRows(rows.length)
  if (fits(all)) return all
  const whole = largest(rows.length, (count) => fits(withRows(count)))
  if (whole !== null) return withRows(whole)
  const withParts = (count: number) => render(head, parts, count, new Set())
  return withParts(largest(parts.length, (count) => fits(withParts(count))) ?? 0)
}

function render(head: string, parts: readonly Part[], count: number, kept: Set<Row>): string {
  const isAlone = parts.length === 1
  const missing = parts.length - count
  return [
    head,
    ...parts.slice(0, count).map((part) => renderPart(part, isAlone, kept)),
    ...(missing === 0 ? [] : [`${missing} more ${missing === 1 ? 'run does' : 'runs do'} not fit in here.`]),
  ].join('\n\n')
}

/**
 * The largest whole number below `end` for which a monotonic condition holds. Monotonic means: if the condition holds
 * for a number, it holds for all smaller ones. Null if the condition does not hold for 0.
 */
function largest(end: number, holds: (count: number) => boolean): number | null {
  let [low, high] = [-1, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle
  }
  return low === -1 ? null : low
}
