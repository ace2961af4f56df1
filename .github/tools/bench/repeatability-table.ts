import { type Benchmark, describeBenchmark, describeRatio, type RunDocument, summarizeRun } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { disjointFrom, type Repeatability, repeatability, type Share, type Spread } from './repeatability-statistics.ts'

/** The runs of one suite in one place. */
export interface PlaceRuns {
  /** where the files of the runs were, for example `journaled` */
  place: string
  suite: string
  /** the documents in the order of the runs */
  documents: RunDocument[]
}

/** What runs should reach, and what they reached. */
export interface Goal {
  suite: string
  what: string
  goal: string
  /** for all metrics, then for the primary metrics alone */
  reached: [string, string]
  /** whether all metrics reach the goal; null if it was not measured */
  isReached: boolean | null
}

/** The wanted half-width of the intervals, the shares and the longest time of a suite. */
const GOALS: Record<string, { runs: number; within: number; p90: number; halfWidth: number; minutes: number }> = {
  quick: { runs: 10, within: 0.65, p90: 0.1, halfWidth: 0.09, minutes: 4 },
  standard: { runs: 3, within: 0.8, p90: 0.08, halfWidth: 0.05, minutes: 25 },
}
const [DISJOINT, INSIDE, PRINTED] = [0.02, 0.75, 0.8]
const HELD_OUT = { share: 0.1, atLeast: 60 }
/** The place that the goals are set for. */
const JOURNALED = 'journaled'
/** Places where only what is printed must agree, because their ratios may be withheld. */
const WITHHOLDING = ['unjournaled']
const NOT_MEASURED = 'not measured'

/**
 * The goals that concern one run, with what the documents reach. A suite without runs on the journaled file system has
 * goals that were not measured.
 */
export function listGoals(places: readonly PlaceRuns[]): Goal[] {
  const bySuite = Object.keys(GOALS).flatMap((suite) => {
    const own = places.filter((runs) => runs.suite === suite)
    const { runs, within, p90, halfWidth, minutes } = GOALS[suite] as (typeof GOALS)[string]
    const figures = new Map<PlaceRuns, [all: Repeatability, primary: Repeatability]>()
    const journaled = own.find(({ place }) => place === JOURNALED)
    const goal = (
      what: string,
      text: string,
      at: PlaceRuns | undefined,
      figure: (all: Repeatability, isPrimaryOnly: boolean) => { text: string; isReached: boolean | null },
    ): Goal => {
      if (!at) return { suite, what, goal: text, reached: [NOT_MEASURED, NOT_MEASURED], isReached: null }
      const known = figures.get(at) ?? [repeatability(at.documents, false), repeatability(at.documents, true)]
      figures.set(at, known)
      const [all, primary] = [figure(known[0], false), figure(known[1], true)]
      return { suite, what, goal: text, reached: [all.text, primary.text], isReached: all.isReached }
    }
    const share = (part: Share, isReached: (share: number) => boolean) => ({
      text: formatShare(part),
      isReached: part.total === 0 ? null : isReached(part.count / part.total),
    })
    return [
      goal(`runs on ext4 with a journal`, `${runs}`, journaled, (all) => ({
        text: `${all.runs}`,
        isReached: all.runs >= runs,
      })),
      goal(
        'pairs of runs within 5%; a ratio that is not printed counts as missed',
        `≥ ${percent(within)}`,
        journaled,
        ({ withinOfAll }) => share(withinOfAll, (reached) => reached >= within),
      ),
      goal('p90 of the difference of printed ratios', `≤ ${percent(p90)}`, journaled, ({ difference }) => ({
        text: difference ? percent(difference.p90) : 'none printed',
        isReached: difference && difference.p90 <= p90,
      })),
      goal('disjoint 95% intervals; noise alone gives 0.6%', `≤ ${percent(DISJOINT)}`, journaled, ({ disjoint }) =>
        share(disjoint, (reached) => reached <= DISJOINT),
      ),
      goal(
        "another run's estimate inside a run's interval; noise alone gives 83%",
        `≥ ${percent(INSIDE)}`,
        journaled,
        ({ inside }) => share(inside, (reached) => reached >= INSIDE),
      ),
      goal(
        'ratios that are printed, of workloads with at least 6 planned rounds',
        `≥ ${percent(PRINTED)}`,
        journaled,
        ({ printed }) => share(printed, (reached) => reached >= PRINTED),
      ),
      goal('half-width of the printed intervals, median', `≤ ${percent(halfWidth)}`, journaled, (all) => ({
        text: all.halfWidth === null ? 'none printed' : percent(all.halfWidth),
        isReached: all.halfWidth === null ? null : all.halfWidth <= halfWidth,
      })),
      goal('time of a run, longest', `≤ ${minutes} min`, journaled, ({ seconds }) => ({
        text: formatMinutes(Math.max(...seconds)),
        isReached: Math.max(...seconds) <= minutes * 60,
      })),
      ...WITHHOLDING.map((place) =>
        goal(
          `${place}: printed ratios within 5%; their p90; disjoint intervals`,
          `≥ ${percent(within)}; ≤ ${percent(p90)}; ≤ ${percent(DISJOINT)}; or none printed`,
          own.find((runs) => runs.place === place),
          withheldOrAgreeing(within, p90, (isPrimaryOnly) =>
            disjointFrom(
              own.find((runs) => runs.place === place)?.documents ?? [],
              journaled?.documents ?? [],
              isPrimaryOnly,
            ),
          ),
        ),
      ),
    ]
  })
  return [...bySuite, heldOutGoal(places)]
}

/**
 * On a file system that disturbs, ratios may be withheld. Those that are printed must agree as anywhere else, and with
 * the ratios on the journaled file system.
 */
function withheldOrAgreeing(within: number, p90: number, fromJournaled: (isPrimaryOnly: boolean) => Share) {
  return (all: Repeatability, isPrimaryOnly: boolean): { text: string; isReached: boolean | null } => {
    const disjoint = fromJournaled(isPrimaryOnly)
    const agrees = disjoint.count <= DISJOINT * disjoint.total
    const judged = all.printed.count === 0 ? '' : `; disjoint from those with a journal: ${formatShare(disjoint)}`
    if (all.difference === null)
      return {
        text: `no ratio is printed in two runs, so none can be compared (${formatShare(all.withheld)} of the workloads withheld, ${all.printed.count} of ${all.printed.total} ratios printed${judged})`,
        isReached: all.printed.count > 0 && disjoint.total === 0 ? null : agrees,
      }
    return {
      text: `${formatShare(all.within)}; ${percent(all.difference.p90)}; ${formatShare(all.disjoint)}${judged}`,
      isReached:
        agrees &&
        all.within.count >= within * all.within.total &&
        all.difference.p90 <= p90 &&
        all.disjoint.count <= DISJOINT * all.disjoint.total,
    }
  }
}

/** The goal is for the instrument, so it pools all suites and places. */
function heldOutGoal(places: readonly PlaceRuns[]): Goal {
  const heldOut = (isPrimaryOnly: boolean) => {
    const parts = places.map(({ documents }) => repeatability(documents, isPrimaryOnly).heldOut)
    return { count: sum(parts.map(({ count }) => count)), total: sum(parts.map(({ total }) => total)) }
  }
  const text = ({ count, total }: Share) =>
    total === 0 ? NOT_MEASURED : `${count} of ${total}${total < HELD_OUT.atLeast ? ' (too few)' : ''}`
  const [all, primary] = [heldOut(false), heldOut(true)]
  return {
    suite: 'all',
    what: 'ratios of equal things that gate nothing (secondary metrics of controls, and bind mount with a volume ÷ bind mount) whose interval excludes 1, in all places',
    goal: `≤ ${percent(HELD_OUT.share)} of at least ${HELD_OUT.atLeast}`,
    reached: [text(all), text(primary)],
    isReached: all.total >= HELD_OUT.atLeast ? all.count <= HELD_OUT.share * all.total : null,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The whole page about a folder of runs, in Markdown: the goals, then the figures and the ratios of each place. */
export function formatRepeatability(places: readonly PlaceRuns[]): string {
  const lines = [
    '# How well runs agree',
    '',
    '`npm run bench -- repeatability` computes this page from the documents beside it. A test computes it again. The README',
    'says how the runs were made. Pairs are pairs of runs of one design; “disjoint” means that two intervals have no point in',
    'common; 90% of the differences are at most the p90; the half-width of an interval is half its length. Workloads with fewer',
    'than 6 planned rounds have no ratio by design (“too few rounds”); no figure counts them.',
    '',
    '## Goals',
    '',
    ...table(
      ['suite', 'what', 'goal', 'reached, all metrics', 'reached, primary metrics', ''],
      listGoals(places).map(({ suite, what, goal, reached, isReached }) => [
        suite,
        what,
        goal,
        ...reached,
        isReached !== null
          ? isReached
            ? 'reached'
            : '**missed**'
          : reached[0] === NOT_MEASURED
            ? NOT_MEASURED
            : 'too few',
      ]),
    ),
    '',
    'This bench does not put a bias into a scenario. `npm run simulate` counts how often a bias of 10% is withheld.',
  ]
  for (const suite of new Set(places.map(({ suite }) => suite))) {
    const own = places.filter((runs) => runs.suite === suite)
    for (const [title, isPrimaryOnly] of [
      ['all metrics', false],
      ['primary metrics', true],
    ] as const) {
      lines.push('', `## ${suite}: ${title}`, '')
      const figures = own.map(({ documents }) => figuresOf(repeatability(documents, isPrimaryOnly)))
      const names = Object.keys(figures[0] as Record<string, string>)
      lines.push(
        ...table(
          ['', ...own.map(({ place }) => place)],
          names.map((name) => [name, ...figures.map((column) => column[name] as string)]),
        ),
      )
    }
    for (const { place, documents } of own)
      lines.push(
        '',
        `## ${suite}, ${place}: the printed ratios of the primary metrics, by run`,
        '',
        ...ratioTable(documents),
      )
  }
  lines.push('', SPREAD_NOTE)
  return `${lines.join('\n')}\n`
}

const SPREAD_NOTE =
  '¹ Standard deviations of log ratios, by a one-way analysis of variance of all estimates, printed or not. Chi-square intervals; each workload counts once in the degrees of freedom, because its ratios share a reference.'

/** The figures of one place, by what they are. */
function figuresOf(all: Repeatability): Record<string, string> {
  const { difference, rounds, seconds } = all
  return {
    runs: `${all.runs}`,
    'time of a run: median (min–max)': `${formatMinutes(median(seconds))} (${formatMinutes(Math.min(...seconds))}–${formatMinutes(Math.max(...seconds))})`,
    'rounds of a ratio, min–max': rounds ? `${rounds[0]}–${rounds[1]}` : 'none',
    'ratios that are printed, of workloads with at least 6 planned rounds': formatShare(all.printed),
    'workloads withheld, of all runs': formatShare(all.withheld),
    'unreliable runs': formatShare(all.unreliable),
    'pairs within 5%, printed in both': formatShare(all.within),
    'pairs within 5%, not printed counts as missed': formatShare(all.withinOfAll),
    'difference: median / p90 / worst': difference
      ? [difference.median, difference.p90, difference.worst].map(percent).join(' / ')
      : 'none',
    'disjoint 95% intervals': formatShare(all.disjoint),
    "another run's estimate inside a run's interval": formatShare(all.inside),
    'half-width, median': all.halfWidth === null ? 'none' : percent(all.halfWidth),
    'spread of an estimate by its own rounds (95% interval) ¹': formatSpread(all.spreadWithin),
    'further spread from run to run (95% interval) ¹': formatSpread(all.spreadBetween),
    'held-out ratios of equal things that exclude 1': formatShare(all.heldOut),
  }
}

/** A table of the ratios that each run prints, with the words of a run's own table. */
function ratioTable(documents: readonly RunDocument[]): string[] {
  const columns = documents.map(printedRatios)
  const labels = [...new Set(columns.flatMap((column) => [...column.keys()]))]
  if (labels.length === 0) return ['No ratios.']
  return table(
    ['', ...documents.map((_, index) => `${index + 1}`)],
    labels.map((label) => [label, ...columns.map((column) => column.get(label) ?? '–')]),
  )
}

function printedRatios(document: RunDocument): Map<string, string> {
  const printed = new Map<string, string>()
  for (const { benchmark, control, metric, ratio } of summarizeRun(document)) {
    const own = document.benchmarks[benchmark] as Benchmark
    if (control || ratio === null || !own.metrics.some(({ name, primary }) => name === metric && primary)) continue
    printed.set(`${describeBenchmark(own)} ÷ ${ratio.reference}`, describeRatio(ratio))
  }
  return printed
}

function table(head: string[], rows: string[][]): string[] {
  return [head, head.map(() => '---'), ...rows].map((columns) => `| ${columns.join(' | ')} |`)
}

function formatShare({ count, total }: Share): string {
  return total === 0 ? 'none' : `${percent(count / total)} (${count} of ${total})`
}

function formatSpread(spread: Spread | null): string {
  return spread === null ? 'none' : `${percent(spread.value)} (${spread.interval.map(percent).join('–')})`
}

function formatMinutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`
}

/** A share as a percentage with one decimal below 10%. Log spreads are shown as shares too: 0.05 is 5%. */
function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)}%`.replace('.0%', '%')
}
