import { type CellSummary, type RunDocument, summarizeRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import type { CellReference, Edition, EditionRow, PublishedFigures } from './edition.ts'

/** A row with the figures that follow from its run. Times in ns. */
export interface ResolvedRow {
  os: string
  platform: string
  test: string
  scenario: string
  figures: Figures
  flag: string | null
  /** What the source printed, where it does not follow from its own values. */
  misprinted: PublishedFigures | null
  earlier: (Figures & { date: string }) | null
}

export interface Figures {
  /** `sha256:` of the run they are from. */
  run: string
  n: number | null
  average: number
  minimum: number
  maximum: number
  /** Average ÷ average of the row it is compared with; null for that row itself. */
  ratio: number | null
}

/** Computes the figures of an edition. @param readRun gives a run by its hash. Throws `missing-cell`. */
export function resolveEdition(edition: Edition, readRun: (hash: string) => RunDocument): ResolvedRow[] {
  const runs = new Map<string, { document: RunDocument; summaries: CellSummary[] }>()
  const load = (hash: string) => {
    const known = runs.get(hash)
    if (known !== undefined) return known
    const document = readRun(hash)
    const run = { document, summaries: summarizeRun(document) }
    runs.set(hash, run)
    return run
  }
  const average = ({ run, cell }: CellReference) => primarySummary(load(run), cell).mean
  const figures = (cell: CellReference, reference: CellReference | null): Figures => {
    const { n, mean, minimum, maximum } = primarySummary(load(cell.run), cell.cell)
    const divisor = reference === null ? null : average(reference)
    return { run: cell.run, n, average: mean, minimum, maximum, ratio: divisor === null ? null : mean / divisor }
  }
  return edition.rows.map((row) => {
    const own = figures(row.cell, referenceOf(edition, row))
    return {
      os: row.os,
      platform: row.platform,
      test: row.test,
      scenario: load(row.cell.run).document.cells[row.cell.cell]?.scenario ?? '',
      figures: own,
      flag: row.flag,
      misprinted: row.published !== null && !follows(row.published, own) ? row.published : null,
      earlier: row.earlier && { ...figures(row.earlier.cell, row.earlier.reference), date: row.earlier.date },
    }
  })
}

function referenceOf(edition: Edition, { reference }: EditionRow): CellReference | null {
  return reference === null ? null : (edition.rows[reference]?.cell ?? null)
}

function primarySummary(
  { document, summaries }: { document: RunDocument; summaries: CellSummary[] },
  index: number,
): { n: number | null; mean: number; minimum: number; maximum: number } {
  const primary = document.cells[index]?.metrics.find((metric) => metric.primary)?.name
  const summary = summaries.find(({ cell, metric }) => cell === index && metric === primary)
  const { n = null, mean = null, minimum = null, maximum = null } = summary ?? {}
  if (mean === null || minimum === null || maximum === null) {
    throw new RegistryError('missing-cell', `An edition names cell ${index} of a run that has no figures for it.`)
  }
  return { n, mean, minimum, maximum }
}

/** Sources print two decimals of a second. */
const PRINTED_STEP = 10_000_000

function follows(published: PublishedFigures, { average, minimum, maximum }: Figures): boolean {
  const rounds = (printed: number | null, value: number) =>
    printed === null || Math.abs(printed - value) <= PRINTED_STEP / 2
  return rounds(published.average, average) && rounds(published.minimum, minimum) && rounds(published.maximum, maximum)
}
