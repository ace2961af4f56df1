import { formatDuration } from '@plimsoll/schema'
import { table } from '../table.ts'
import type { Outcome, Share } from './outcomes.ts'
import type { SlotsDocument } from './slots-document.ts'

/** A table of all checks with their results. */
export function outcomesTable(outcomes: readonly Outcome[]): string {
  const labels = Object.keys(outcomes[0]?.verdicts ?? {})
  return table(
    ['check', ...labels, 'null p', 'rounds', 'took'],
    outcomes.map(({ name, verdicts, nullP, rounds, took }) => [
      name,
      ...labels.map((label) => verdicts[label] ?? ''),
      nullP === null ? '' : nullP.toPrecision(2),
      String(rounds),
      formatDuration(took),
    ]),
  )
}

/** A table of the rates over all checks. */
export function sharesTable(shares: readonly Share[]): string {
  return table(
    ['what', 'checks', '95% interval'],
    shares.map(({ what, hits, of, interval }) => [
      what,
      `${hits} of ${of}`,
      interval.map((end) => `${Math.round(100 * end)}%`).join(' to '),
    ]),
  )
}

/** A table of how often identical containers were reported as different. */
export function slotsTable(figures: SlotsDocument['figures']): string {
  return table(
    ['slots', 'pairs', 'different at 1%', 'different at 5%', 'medians'],
    Object.entries(figures).map(([kind, { pairs, differentAt1, differentAt5, medians }]) => [
      kind,
      String(pairs),
      String(differentAt1),
      String(differentAt5),
      `${formatDuration(Math.min(...medians))} to ${formatDuration(Math.max(...medians))}`,
    ]),
  )
}
