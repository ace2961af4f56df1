import {
  type Check,
  type CheckedNullPair,
  checkCost,
  describeDifference,
  formatDuration,
  formatShare,
  type RunDocument,
} from '@plimsoll/schema'
import { earliestReport } from '@plimsoll/schema/verdict'
import { type Html, html } from '../../html.ts'
import { formatWork, plural } from '../../page/titles.ts'

/**
 * Renders how the verdicts of a check were reached: how far equal variants differ in this job, the rules of a verdict
 * with their error rates, and the effort.
 */
export function renderMethod(document: RunDocument, check: Check): Html {
  return html`<div class="method-of-check"><h3>Noise of this job</h3>
<p>${resolution(check.nullPair)}</p>
<h3>Method</h3>
<p>${method(document, check)}</p>
<h3>Effort</h3>
<p>${effort(document, check)}</p></div>`
}

function resolution(nullPair: CheckedNullPair | null): string {
  if (nullPair === null || nullPair.slowdown === null)
    return 'No null pair was measured, so the noise of this job is unknown.'
  const { benchmark, rounds, p, biased, slowdown, interval } = nullPair
  const measured = `For ${formatWork(benchmark)}, base was measured a second time, in separate slots, for ${plural(rounds, 'round')}. The two differed by ${describeDifference(slowdown, p, interval)}.`
  return biased
    ? `${measured} With p of at most 1% the check is unreliable: differences in other benchmarks may be noise as well.`
    : `${measured} Identical variants differ by this much in this job; no verdict depends on this difference.`
}

function method({ design }: RunDocument, { alpha, threshold, family }: Check): string {
  const least = formatShare(threshold)
  const { look } = earliestReport(family, alpha)
  const first = look === null ? 'nothing can be reported' : `nothing can be reported before round ${look}`
  return [
    'Each round measured base and head of every benchmark once, in one job, in random order and in random slots.',
    `Each benchmark is analyzed after ${design.looks.join(', ')} rounds, and is no longer measured once it has a verdict.`,
    `A benchmark is reported as slower or faster if an aligned-rank sign-flip test, corrected for the interim analyses and (Holm) for ${plural(family, 'benchmark')}, gives p of at most ${formatShare(alpha)} and the change is ${least} or more. False-positive rate: at most ${formatShare(alpha)} per check. With ${plural(family, 'benchmark')}, ${first}.`,
    `A benchmark is not slower if the upper end of its interval is below ${least}; otherwise it is inconclusive.`,
    '“At most” gives that upper end: for each benchmark, the probability that the true change is larger is at most 5%, over all interim analyses.',
    'The interval of a slower or faster benchmark has the level at which the change was reported; this level holds at each interim analysis.',
    'A change is a change of time. For metrics where more is better, it is base ÷ head.',
  ].join(' ')
}

function effort(document: RunDocument, { status, benchmarks }: Check): string {
  const used = checkCost(document)
  if (used === null) {
    const rounds = Math.max(0, ...benchmarks.map(({ pairs }) => pairs))
    return `${rounds} of at most ${plural(document.design.rounds, 'round')}; the samples have no durations.`
  }
  const { rounds, samples, took, fixed } = used
  const spent = `${plural(samples, 'sample')} in about ${formatDuration(took)}; the longest benchmark took ${rounds} of at most ${plural(fixed.rounds, 'round')}.`
  if (status === 'unreliable') return spent
  if (document.status !== 'complete') return `${spent} The run ended early.`
  const all = `${plural(fixed.rounds, 'round')} of every benchmark would have been ${plural(fixed.samples, 'sample')}, about ${formatDuration(fixed.took)}`
  return fixed.took > took ? `${spent} ${all}: ${formatDuration(fixed.took - took)} saved.` : `${spent} ${all}.`
}
