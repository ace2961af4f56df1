import type { Edition, RowAddress } from './edition.ts'
import type { PartFigures, RowFigures } from './figures.ts'

/** A row that two editions share, with the texts of the row in each edition. */
export interface MatchedRow {
  before: string
  now: string
  ratioBefore: number
  ratioNow: number
}

interface EditionFigures {
  edition: Edition
  parts: PartFigures[]
}

/** Returns the rows that an edition shares with the previous one, if both have a ratio. */
export function matchedRows(own: EditionFigures, previous: EditionFigures): MatchedRow[] {
  return own.edition.matches.flatMap((match) => {
    const [now, before] = [find(own, match.own), find(previous, match.previous)]
    const [ratioNow, ratioBefore] = [now?.figures.ratio ?? null, before?.figures.ratio ?? null]
    if (now === null || before === null || ratioNow === null || ratioBefore === null) return []
    return [{ before: describe(before), now: describe(now), ratioBefore, ratioNow }]
  })
}

function find({ parts }: EditionFigures, { part, row }: RowAddress): RowFigures | null {
  return parts.find(({ code }) => code === part)?.rows[row] ?? null
}

function describe({ platform, os, work, test }: RowFigures): string {
  return `${platform} on ${os}: ${[work, test].filter(Boolean).join(', ')}`
}
