import {
  type Check,
  type CheckedNullPair,
  checkCost,
  counted,
  describeDifference,
  formatDuration,
  formatShare,
  type RunDocument,
} from '@plimsoll/schema'
import { earliestReport } from '@plimsoll/schema/verdict'
import { formatWork } from '../../page-parts/titles.ts'

/**
 * How the verdicts of a check were reached: how far equal variants differ in this job, the rules of a verdict with their
 * error rates, and the effort.
 */
export function Method({ document, check }: { document: RunDocument; check: Check }) {
  return (
    <div className="method-of-check">
      <h3>Noise of this job</h3>
      <p>{resolution(check.nullPair)}</p>
      <h3>Method</h3>
      <p>{method(document, check)}</p>
      <h3>Effort</h3>
      <p>{effort(document, check)}</p>
    </div>
  )
}

function resolution(nullPair: CheckedNullPair | null): string {
  if (nullPair === null || nullPair.slowdown === null)
    return 'Base was not measured a second time, so the noise of this job is unknown.'
  const { benchmark, rounds, p, biased, slowdown, interval } = nullPair
  const measured = `For ${formatWork(benchmark)}, base was measured a second time in each of ${counted(rounds, 'round')}, as second base. Base and second base differed by ${describeDifference(slowdown, p, interval)}.`
  return biased
    ? `${measured} Because this p is at most 1%, the check is unreliable: differences between base and head may come from the runner, whatever their size.`
    : `${measured} So even identical variants differ by this much in this job. No verdict depends on this difference.`
}

function method({ design }: RunDocument, { alpha, alphas, threshold, family }: Check): string {
  const least = formatShare(threshold)
  const { look } = earliestReport(family, alphas.wall)
  const first = look === null ? 'nothing can be reported' : `nothing can be reported before round ${look}`
  return [
    'Each round measured base and head of every benchmark once, in one job, in random order. Each sample had its own randomly chosen directory, volume or container.',
    `Each benchmark is analyzed after ${design.looks.join(', ')} rounds. Once a benchmark has a verdict, it is no longer measured.`,
    `A benchmark is reported as slower or faster if its change is ${least} or more and an aligned-rank sign-flip test gives p of at most ${formatShare(alphas.wall)}. This p is corrected for the interim analyses and, with Holm’s method, for ${counted(family, 'benchmark')}. False-positive rate: at most ${formatShare(alpha)} per check. With ${counted(family, 'benchmark')}, ${first}.`,
    `A benchmark is reported as not slower if the upper end of its interval is below ${least}. A benchmark without one of these three verdicts is inconclusive.`,
    'The text “at most” in the table gives the upper end of the interval. For each benchmark, the probability that the true change is larger than this end is at most 5%, over all interim analyses.',
    'The interval of a slower or faster benchmark has the confidence level at which the change was reported. This level holds at each interim analysis.',
    ...(alphas.cpu === null
      ? []
      : [
          `The CPU time of a command, with the processes it waited for, is tested in the same way, with p of at most ${formatShare(alphas.cpu)}; the two levels add up to that of the check. The table has it where wall time is inconclusive.`,
        ]),
    'A change is a change of time from base to head. If more of a metric is better, the change is computed from base ÷ head.',
  ].join(' ')
}

function effort(document: RunDocument, { benchmarks }: Check): string {
  const used = checkCost(document)
  if (used === null) {
    const rounds = Math.max(0, ...benchmarks.map(({ pairs }) => pairs))
    return `The check took ${rounds} of at most ${counted(document.design.rounds, 'round')}. The time is unknown, because the samples have no durations.`
  }
  const { rounds, samples, took } = used
  const spent = `The check took ${counted(samples, 'sample')} in about ${formatDuration(took)}. The benchmark with the most rounds took ${rounds} of at most ${counted(document.design.rounds, 'round')}.`
  return document.status === 'complete' ? spent : `${spent} The run ended early.`
}
