import { formatDuration } from '@plimsoll/schema'
import { type Report, rangeFields, type Section } from '../../report/report.ts'
import { section } from '../sections.ts'
import type { Experiment } from './experiment.ts'
import { type Outcome, type Share, sharesOf } from './outcomes.ts'
import type { SlotsDocument } from './slots-document.ts'

/** The report on checks whose correct result is known: every check, and the rates over all of them. */
export function checksReport(experiment: Experiment, outcomes: readonly Outcome[]): Report {
  const shares = sharesOf(outcomes)
  return {
    blocks: () => [outcomesSection(outcomes), sharesSection(shares)],
    records: () => ({
      columns: ['what', 'hits', 'of', 'low', 'high'],
      rows: shares.map(({ what, hits, of, interval: [low, high] }) => ({ what, hits, of, low, high })),
    }),
    data: () => ({ experiment, outcomes, shares }),
  }
}

function outcomesSection(outcomes: readonly Outcome[]): Section {
  const labels = Object.keys(outcomes[0]?.verdicts ?? {})
  return section(
    'Checks',
    1 + labels.length,
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

function sharesSection(shares: readonly Share[]): Section {
  return section(
    'Rates',
    1,
    ['what', 'checks', '95% interval'],
    shares.map(({ what, hits, of, interval }) => [
      what,
      `${hits} of ${of}`,
      interval.map((end) => `${Math.round(100 * end)}%`).join(' to '),
    ]),
  )
}

/** The report on how often identical containers were reported as different. */
export function slotsReport(figures: SlotsDocument['figures']): Report {
  const kinds = Object.entries(figures)
  return {
    blocks: () => [
      section(
        'Identical containers',
        1,
        ['slots', 'pairs', 'different at 1%', 'different at 5%', 'medians'],
        kinds.map(([kind, { pairs, differentAt1, differentAt5, medians }]) => [
          kind,
          String(pairs),
          String(differentAt1),
          String(differentAt5),
          `${formatDuration(Math.min(...medians))} to ${formatDuration(Math.max(...medians))}`,
        ]),
      ),
    ],
    records: () => ({
      columns: ['slots', 'pairs', 'different_at_1_percent', 'different_at_5_percent', 'median_low', 'median_high'],
      rows: kinds.map(([slots, { pairs, differentAt1, differentAt5, medians }]) => ({
        slots,
        pairs,
        different_at_1_percent: differentAt1,
        different_at_5_percent: differentAt5,
        ...rangeFields('median', [Math.min(...medians), Math.max(...medians)]),
      })),
    }),
    data: () => figures,
  }
}
