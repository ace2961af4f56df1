import {
  type Check,
  type CheckedNullPair,
  describeDifference,
  effortOf,
  formatDuration,
  formatShare,
  type RunDocument,
} from '@plimsoll/schema'
import { earliestReport } from '@plimsoll/schema/verdict'
import { type Html, html } from '../../html.ts'
import { plural, wordsOfWork } from '../../page/text.ts'

/**
 * Renders how the verdicts were reached: how far equal variants differ in this job, the rules of a verdict with their
 * error rates, and the effort.
 */
export function renderMethod(document: RunDocument, check: Check): Html {
  return html`<div class="method-of-check"><h3>This job’s resolution</h3>
<p>${resolution(check.nullPair)}</p>
<h3>Method</h3>
<p>${method(document, check)}</p>
<h3>Effort</h3>
<p>${effort(document, check)}</p></div>`
}

function resolution(nullPair: CheckedNullPair | null): string {
  if (nullPair === null || nullPair.slowdown === null)
    return 'No null pair was measured: nothing says whether this job tells equal variants apart.'
  const { benchmark, rounds, p, biased, slowdown, interval } = nullPair
  const measured = `In ${wordsOfWork(benchmark)} a second base did the work of base once more, in slots of its own, for ${plural(rounds, 'round')}: it differed by ${describeDifference(slowdown, p, interval)}.`
  return biased
    ? `${measured} With p at most 1% the check is unreliable: what made equal variants differ may have made any benchmark differ.`
    : `${measured} So far apart do equal variants lie here; it changes no verdict.`
}

function method({ design }: RunDocument, { alpha, threshold, family }: Check): string {
  const least = formatShare(threshold)
  const { look } = earliestReport(family, alpha)
  const first =
    look === null ? 'with so many benchmarks nothing can be reported' : `nothing can be reported before round ${look}`
  return [
    'Each round measured base and head of every benchmark once, in one job, their order and places drawn by chance.',
    `A benchmark is looked at after ${design.looks.join(', ')} rounds and never between, and measured no longer than it takes to decide.`,
    `It is slower or faster where an aligned-rank sign-flip test, corrected for the looks and (Holm) for ${plural(family, 'benchmark')}, gives p of at most ${formatShare(alpha)} and the change is ${least} or more: where nothing changed, the chance of any such call in the whole check is held at ${formatShare(alpha)}. With ${plural(family, 'benchmark')} ${first}.`,
    `It is not slower where the upper end of its interval lies below ${least}, and inconclusive where neither was shown.`,
    'That upper end is what “at most” says: over all looks, the true change is larger in no more than 5% of benchmarks, each taken alone.',
    'The interval of a benchmark that is slower or faster is at the level that its report took, at each look.',
    'Changes are of time: where more is better, base ÷ head.',
  ].join(' ')
}

function effort(document: RunDocument, { status, benchmarks }: Check): string {
  const used = effortOf(document)
  if (used === null) {
    const rounds = Math.max(0, ...benchmarks.map(({ pairs }) => pairs))
    return `${rounds} of at most ${plural(document.design.rounds, 'round')}; the samples do not say how long they took.`
  }
  const { rounds, samples, took, fixed } = used
  const spent = `${plural(samples, 'sample')} in about ${formatDuration(took)}; the benchmark that needed most took ${rounds} of at most ${plural(fixed.rounds, 'round')}.`
  if (status === 'unreliable') return spent
  if (document.status !== 'complete') return `${spent} The run ended early.`
  const all = `${plural(fixed.rounds, 'round')} of every benchmark would have been ${plural(fixed.samples, 'sample')}, about ${formatDuration(fixed.took)}`
  return fixed.took > took ? `${spent} ${all}: ${formatDuration(fixed.took - took)} saved.` : `${spent} ${all}.`
}
