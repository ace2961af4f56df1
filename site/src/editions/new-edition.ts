import { counted, describeWork, placeOf, type RunDocument, runReliability } from '@plimsoll/schema'
import { describeAgreement, findCopy, groupByDesign, repeatedRatios } from '@plimsoll/schema/between-runs'
import { RegistryError } from '../errors.ts'
import {
  enginesTitle,
  formatTime,
  hasSuite,
  isCheck,
  listEngines,
  osTitle,
  suiteVersionTitle,
} from '../page-parts/titles.ts'
import { isGenerated, type ProvenanceLevel } from '../store/origin.ts'
import { describeChanges, machineTitle, matchRows } from './changes.ts'
import { composeParts, type EditionRun, type RepeatedRun } from './compose-parts.ts'
import type { Edition } from './edition.ts'
import { freeze } from './edition-digest.ts'
import { type RowFigures, resolveParts } from './figures.ts'
import { describeLevels } from './run-provenance.ts'

/** A run with its provenance level. */
export type SubmittedRun = EditionRun & { provenanceLevel: ProvenanceLevel }

function levelOf({ document, provenanceLevel }: SubmittedRun) {
  return { provenanceLevel, generated: isGenerated(document) }
}

export interface NewEdition {
  name: string
  /** the title; by default it is made from the runs */
  title: string | undefined
  /** who makes it, where they write about it, and their summary */
  authors?: string[]
  url?: string | undefined
  summary?: string | undefined
  runs: SubmittedRun[]
  previous: Edition | null
  /** paragraphs about how the runs were made, before those that follow from the runs */
  method?: string[]
  /** Reads a run by its hash. This must also find the runs of the previous edition. */
  readRun: (hash: string) => RunDocument
}

/**
 * Returns a frozen edition of measured runs. The edition depends only on the runs and their provenance levels.
 * @throws RegistryError `unusable-run`
 */
export function newEdition({ name, title, runs, previous, method = [], readRun, ...made }: NewEdition): Edition {
  const { authors = [], url, summary } = made
  for (const run of runs) assertUsable(run)
  assertNoCopies(runs)
  const groups = groupRepeats(runs)
  const parts = composeParts(groups)
  const matches = previous === null ? [] : matchRows({ parts }, previous, readRun)
  const days = runs.map(({ document }) => document.finishedAt.slice(0, 10)).sort()
  return freeze<Edition>({
    format: 2,
    name,
    aliases: [],
    title: title ?? titleOf(runs),
    lede: ledeOf(runs, groups, parts),
    ...(authors.length > 0 && { authors }),
    ...(url !== undefined && { url }),
    ...(summary !== undefined && { summary }),
    published: days.at(-1) as string,
    previous: previous?.name ?? null,
    citation: null,
    method: [...method, ...methodOf(runs, groups)],
    changes: previous === null ? [] : describeChanges({ parts }, previous, matches, readRun),
    flags: [],
    parts,
    matches,
  })
}

function assertNoCopies(runs: readonly EditionRun[]): void {
  const found = findCopy(runs)
  if (found === null) return
  const sentence = `Run ${found.copy.id} has samples of run ${found.original.id}, so it is no other measurement. Name only one of them.`
  throw new RegistryError('unusable-run', sentence)
}

function assertUsable({ id, document }: EditionRun): void {
  const { origin, status, benchmarks } = document
  const unusable = (sentence: string) => new RegistryError('unusable-run', `Run ${id} ${sentence}`)
  if (origin.kind !== 'measured') throw unusable(`was ${origin.kind}, not measured by Plimsoll. Name a measured run.`)
  if (status !== 'complete') throw unusable('is partial. Resume it, or name a complete run.')
  if (isCheck(document)) throw unusable('is a check of two variants. Name a run that is not a check.')
  if (!benchmarks.some((benchmark) => benchmark.status === 'ok'))
    throw unusable('has no benchmark with figures. Name another run.')
}

/**
 * Groups runs into those that repeat the earliest of them. An unreliable run has no rows, so it is left out if another
 * run of its group is reliable.
 * @throws RegistryError `unusable-run` if a group has no reliable run
 */
function groupRepeats(runs: readonly SubmittedRun[]): RepeatedRun[] {
  const inOrder = groupByDesign(runs).toSorted(([a], [b]) => runs.indexOf(a) - runs.indexOf(b))
  return inOrder.map((group) => {
    const [run, ...repeats] = group.filter(({ document }) => !runReliability(document).unreliable)
    if (run !== undefined) return { run, repeats }
    throw new RegistryError(
      'unusable-run',
      `Run ${group[0].id} is unreliable: it did not measure equal things as equal. Run it again, or name a reliable run.`,
    )
  })
}

/**
 * Returns a title such as `npm-ci, metadata on Debian GNU/Linux 13, 2026`. The title does not contain the name of the
 * suite, because this name may contain another year.
 */
function titleOf(runs: EditionRun[]): string {
  const works = workloadsOf(runs)
  const named = works.length > MAX_NAMED ? `${works.length} workloads` : works.join(', ')
  const systems = runs.map(({ document }) => osTitle(document.host))
  const years = runs.map(({ document }) => document.startedAt.slice(0, 4)).sort()
  const period = years[0] === years.at(-1) ? years[0] : `${years[0]}–${years.at(-1)}`
  return `${named} on ${[...new Set(systems)].join(', ')}, ${period}`
}

/** The most workloads that a title and a lede name. */
const MAX_NAMED = 3
const MAX_LISTED = 6

function ledeOf(runs: SubmittedRun[], groups: RepeatedRun[], parts: Edition['parts']): string {
  const rows = parts.reduce((count, part) => count + part.rows.length, 0)
  const shown = groups.reduce((sum, { repeats }) => sum + 1 + repeats.length, 0)
  const all = runs.length === 1 ? 'one run' : `${runs.length} runs`
  const count = shown === runs.length ? all : `${shown} of ${all}`
  const works = workloadsOf(runs)
  const named = works.length > MAX_LISTED ? `${works.length} workloads` : works.join(', ')
  const contents = `${counted(rows, 'row')} from ${count} (${describeLevels(runs.map(levelOf))}): ${named}.`
  const finding = describeFinding(runs, parts)
  return finding === null ? contents : `${finding} ${contents}`
}

/** The scenarios that the finding may be about, the most important first. */
const FOUND_IN = ['bind', 'volume', 'layer']
const TIMES = ['s', 'ms', 'µs', 'ns']

/**
 * Returns what the edition found, as one sentence that can be quoted: the time of the first workload in a container on
 * each platform, relative to the host. Null if no run may show such a ratio.
 */
function describeFinding(runs: readonly EditionRun[], parts: Edition['parts']): string | null {
  const documents = new Map(runs.map(({ hash, document }) => [hash, document]))
  const resolved = resolveParts(parts, (hash) => documents.get(hash) ?? null)
  const suites = new Set(runs.map(({ document }) => document.suite.name))
  const timed = resolved.filter(({ unit, reference }) => TIMES.includes(unit.short) && reference === 'native')
  for (const part of timed)
    for (const scenario of FOUND_IN) {
      const rows = part.rows.filter((row) => row.scenario === scenario && row.figures.measuredRatio !== null)
      const shown = rows.filter(({ figures }) => figures.ratio !== null)
      const [first, ...others] = shown
      if (first === undefined) continue
      const { run } = parts[resolved.indexOf(part)]?.rows[part.rows.indexOf(first)]?.benchmark ?? {}
      const suite = suites.size > 1 ? `suite ${documents.get(run ?? '')?.suite.name}, ` : ''
      const isOnOneSystem = new Set(rows.map(({ os }) => os)).size === 1
      const name = ({ platform, os }: RowFigures) => (isOnOneSystem ? platform : `${platform} on ${os}`)
      const counts = shown.map(({ figures }) => figures.measuredRatio?.runs ?? 1)
      const [least, most] = [Math.min(...counts), Math.max(...counts)]
      const ofRuns = most > 1 ? ` over ${least === most ? most : `${least} to ${most}`} runs each` : ''
      const list = [
        `with ${name(first)}, ${first.work} ${placeOf(scenario)} takes ${first.figures.measuredRatio?.text} as long as on the host${noDifference(first)}`,
        ...others.map((row) => `with ${name(row)}, ${row.figures.measuredRatio?.text}${noDifference(row)}`),
        ...rows.filter((row) => !shown.includes(row)).map((row) => `with ${name(row)}, no ratio may be shown`),
      ]
      return `${onMachine(runs)}${list.join('; ')} (${suite}95% intervals${ofRuns}).`
    }
  return null
}

/** Says that an interval contains 1, so that the ratio is no finding; nothing for other ratios. */
function noDifference({ figures }: RowFigures): string {
  const [lower = 0, upper = 0] = figures.measuredRatio?.interval ?? []
  return lower <= 1 && upper >= 1 ? ', so no difference was found' : ''
}

/** `On Debian GNU/Linux 12, Example CPU, 2 CPUs: `, or nothing if the runs are from several machines. */
function onMachine(runs: readonly EditionRun[]): string {
  const machines = new Set(runs.map(({ document }) => machineTitle(document.host)))
  return machines.size === 1 ? `On ${[...machines][0]}: ` : ''
}

function workloadsOf(runs: EditionRun[]): string[] {
  return [
    ...new Set(
      runs.flatMap(({ document }) =>
        document.benchmarks.flatMap(({ status, workload }) => (status === 'ok' ? workload : [])),
      ),
    ),
  ]
}

/** Describes how each run was measured, and which of its benchmarks have no figures. */
function methodOf(runs: SubmittedRun[], groups: RepeatedRun[]): string[] {
  return [
    ...groupByDesign(runs).map(describeRuns),
    describeReliability(runs),
    ...(groups.some(({ repeats }) => repeats.length > 0) ? [REPEATED] : []),
    ...groups.flatMap(describeRepeats),
    'Medians exclude warm-ups and failed samples. Each ratio compares a row with the reference row of the same run. It is estimated from the rounds that both have, so it need not equal the quotient of the medians. A ratio that the run may not show is replaced by the reason. The page of each run has every sample, and the control pairs: equal things that the run measured, to check itself.',
    ...describeMissing(runs),
  ]
}

const REPEATED =
  'Runs with the same request, workloads, engine, images and description of the machine share their rows. Median and min–max are of all their samples. The ratio is the geometric mean of the runs’ estimates, with the 95% t interval of the runs; “next run” is the 95% prediction interval of one more run.'

/** How well the runs of one design agree; nothing for a single run. */
function describeRepeats({ run, repeats }: RepeatedRun): string[] {
  const documents = [run, ...repeats].map(({ document }) => document)
  if (documents.length === 1) return []
  const { suite } = run.document
  const agreement = describeAgreement(documents.length, repeatedRatios(documents)).join(' ')
  return [`${documents.length} runs of ${suite.name} with ${enginesTitle(run.document)}: ${agreement}`]
}

/** How many runs were unreliable, and how many of their workloads with ratios were withheld. */
function describeReliability(runs: readonly SubmittedRun[]): string {
  const reliabilities = runs.map(({ document }) => runReliability(document))
  const unreliable = runs.filter((_, at) => reliabilities[at]?.unreliable).map(({ id }) => id.slice(0, 10))
  const checked = reliabilities.reduce((sum, { pairs }) => {
    const precise = pairs.filter(({ estimate }) => estimate.interval !== null)
    return sum + new Set(precise.map(({ workload }) => workload)).size
  }, 0)
  const withheld = reliabilities.reduce((sum, reliability) => sum + reliability.withheld.size, 0)
  return `Unreliable: ${unreliable.length} of ${counted(runs.length, 'run')}${unreliable.length === 0 ? '' : ` (${unreliable.join(', ')})`}. Workloads whose ratios are withheld, because two equal things were not measured as equal, or the busy host had less of the CPU than containers: ${withheld} of the ${checked} that the runs checked.`
}

/** Describes the runs of one design: what they ran, where, and with what. */
function describeRuns(runs: readonly [SubmittedRun, ...SubmittedRun[]]): string {
  const [{ document }] = runs
  const { suite, division, host, design, engines } = document
  const products = engines.map(({ product, version }) => [product, version].filter(Boolean).join(' '))
  const harnesses = new Set(runs.map(({ document: { harness } }) => `${harness.name} ${harness.version}`))
  const times = runs.map(({ document: { startedAt } }) => formatTime(startedAt)).sort()
  const period = times.length > 1 ? `started from ${times[0]} to ${times.at(-1)}` : `started ${times[0]}`
  const order =
    design.seed === null ? '' : runs.length > 1 ? ', each shuffled anew' : `, shuffled with seed ${design.seed}`
  return `${runs.length > 1 ? 'Runs' : 'Run'} ${runs.map(({ id }) => id.slice(0, 10)).join(', ')}, ${describeLevels(runs.map(levelOf))}, ${period}: ${suiteVersionTitle(suite)}${division === 'modified' && hasSuite({ suite }) ? ' (modified)' : ''}, at most ${design.rounds} rounds${order}, on ${machineTitle(host)}; ${listEngines(products)}; ${[...harnesses].join(', ')}.`
}

/** Describes which benchmarks have no figures, once for all runs that lack the same ones. */
function describeMissing(runs: readonly SubmittedRun[]): string[] {
  const missingOf = ({ document: { benchmarks } }: SubmittedRun) =>
    benchmarks
      .filter(({ status, control }) => status !== 'ok' && !control)
      .map((benchmark) => `${describeWork(benchmark)} on ${benchmark.scenario} (${benchmark.status})`)
      .join('; ')
  return [...Map.groupBy(runs, missingOf)].flatMap(([missing, own]) =>
    missing === ''
      ? []
      : [
          `Without figures in ${own.length > 1 ? 'runs' : 'run'} ${own.map(({ id }) => id.slice(0, 10)).join(', ')}: ${missing}.`,
        ],
  )
}
