import type { RunDocument } from '@plimsoll/schema'
import { compareRuns, differenceLines } from '@plimsoll/schema/compare'

const MAX_DIFFERENCES = 8

/**
 * Describes the differences between two documents, in fields that both have. The comparison page shows all other
 * differences.
 * @param isNamed whether a property is described
 * @param engine the engine of the history: differences of other engines, and of their images, are left out; undefined for
 *   the differences of all engines
 */
export function describeDifferences(
  before: RunDocument | null,
  after: RunDocument | null,
  isNamed = (_: string) => true,
  engine?: string | null,
): string[] {
  if (before === null || after === null) return ['the documents are large; compare the runs to see how they differ']
  const lines = differenceLines(compareRuns(before, after))
    .filter(({ of, what }) => isNamed(what) && (engine === undefined || isAbout(of, engine)))
    .map(({ of, what, a, b }) => `${WHOLE.includes(of) ? '' : `${of}: `}${what}: ${a} → ${b}`)
  const more = lines.length - MAX_DIFFERENCES
  return more > 0 ? [...lines.slice(0, MAX_DIFFERENCES), `and ${more} more`] : lines
}

/** The subjects of differences that are not of one engine, image or benchmark. */
const WHOLE = ['host', 'run']

/** Whether a difference is of the whole host or run, of an engine, or of an image of this engine. */
function isAbout(of: string, engine: string | null): boolean {
  if (WHOLE.includes(of)) return true
  const [, name] = /^(?:engine |image .* · )(.+)$/.exec(of) ?? []
  return name === undefined || name === engine
}
