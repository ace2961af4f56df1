import { basename } from 'node:path'
import type { ControlPair, RunDocument } from '@plimsoll/schema'
import {
  type FigurePair,
  hasLessBias,
  hasLessVariance,
  hasMoreBias,
  hasMoreVariance,
  type SettlingEffect,
  settlingEffects,
} from './settling-effects.ts'

/** What settling changed in some runs, as a page of Markdown. */
export function formatSettlingPage(runs: readonly { file: string; document: RunDocument }[]): string {
  return [
    '# Settling before the samples',
    '',
    'Settling means to write everything back, and to wait until nothing is left to be written, before the clock starts. In each run, a coin decided for each round whether its samples settle. `npm run bench -- settling` made the documents beside this page, and computes the page from them. A test computes it again.',
    '',
    ...runs.flatMap(({ file, document }) => [`## ${basename(file)}`, '', formatSettling(document), '']),
  ].join('\n')
}

/** What settling changed, as Markdown: three tables, and one sentence for each workload. */
export function formatSettling(document: RunDocument): string {
  const effects = settlingEffects(document)
  const lines = [
    ...table(
      [
        'workload',
        'rounds',
        'residual SD',
        'settled ÷ unsettled SD (95% F interval)',
        'p by permutation',
        'lag-1 correlation',
      ],
      effects.map(({ work, rounds, residual, ratio, p, lag }) => [
        work,
        beside(rounds, String),
        beside(residual, percent),
        `${ratio.value.toFixed(2)} (${ratio.interval.map((bound) => bound.toFixed(2)).join('–')})`,
        p.toFixed(3),
        beside(lag, (value) => value?.toFixed(2) ?? '–'),
      ]),
    ),
    '',
    ...table(
      ['two equal things', 'settled', 'unsettled'],
      effects.flatMap(({ controls }) =>
        controls.map(({ label, pairs }) => [label, formatPair(pairs.settled), formatPair(pairs.unsettled)]),
      ),
    ),
    '',
    ...table(
      ['benchmark', 'median time, ms', 'median time on the CPU ÷ wall time', 'median minor faults'],
      effects.flatMap(({ benchmarks }) =>
        benchmarks.map(({ label, figures }) => [
          label,
          beside(figures, ({ time }) => (time / 1e6).toPrecision(4)),
          beside(figures, ({ onCpu }) => onCpu?.toFixed(2) ?? '–'),
          beside(figures, ({ minorFaults }) => (minorFaults === null ? '–' : `${Math.round(minorFaults)}`)),
        ]),
      ),
    ),
    '',
    'Of two figures side by side, the first is of the settled rounds, the second of the others.',
    '',
    ...effects.map(describeEffect),
  ]
  return lines.join('\n')
}

function describeEffect(effect: SettlingEffect): string {
  const variance = hasLessVariance(effect)
    ? 'less variance'
    : hasMoreVariance(effect)
      ? 'more variance'
      : 'no difference in variance'
  const bias = hasLessBias(effect) ? 'less bias' : hasMoreBias(effect) ? 'more bias' : 'no difference in bias'
  return `- ${effect.work}: settling shows ${variance} and ${bias}.`
}

function formatPair({ estimate: { value, interval } }: ControlPair): string {
  return value === null || interval === null
    ? '–'
    : `${value.toFixed(3)} (${interval.map((bound) => bound.toFixed(3)).join('–')})`
}

function beside<T>({ settled, unsettled }: FigurePair<T>, format: (value: T) => string): string {
  return `${format(settled)} / ${format(unsettled)}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function table(head: string[], rows: string[][]): string[] {
  return [head, head.map(() => '---'), ...rows].map((columns) => `| ${columns.join(' | ')} |`)
}
