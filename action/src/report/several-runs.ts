import {
  ANALYSIS_VERSION,
  type Benchmark,
  counted,
  describeRatio,
  describeWork,
  formatRatio,
  formatRatioInterval,
  type readRun,
} from '@plimsoll/schema'
import {
  describeAgreement,
  describeMeans,
  MIN_RUNS,
  nameDifferences,
  type RepeatedRatio,
  type RunRatio,
  repeatedRatios,
  replicationDifferences,
} from '@plimsoll/schema/between-runs'
import { findScenario } from '@plimsoll/workloads'
import { type Block, plainRow, type Records, type Report, type Row, rangeFields, type Section } from './report.ts'
import { machineLine, namePlatform } from './rows.ts'
import { benchmarkFields } from './run-records.ts'

type Run = ReturnType<typeof readRun>

/** Several runs of one design. */
export interface Series {
  /** The earliest run, and the later ones that repeat it. */
  runs: Run[]
  /** The runs that do not repeat the first one, with the names of the properties that differ. */
  others: { run: Run; differs: string[] }[]
  ratios: RepeatedRatio[]
}

/** Sorts runs into the earliest one with those that repeat it, and others. */
export function makeSeries(runs: readonly [Run, ...Run[]]): Series {
  const [first, ...later] = runs.toSorted(
    (a, b) => Date.parse(a.document.startedAt) - Date.parse(b.document.startedAt),
  ) as [Run, ...Run[]]
  const compared = later.map((run) => ({
    run,
    differs: nameDifferences(replicationDifferences(first.document, run.document)),
  }))
  const counted = [first, ...compared.filter(({ differs }) => differs.length === 0).map(({ run }) => run)]
  return {
    runs: counted,
    others: compared.filter(({ differs }) => differs.length > 0),
    ratios: repeatedRatios(counted.map(({ document }) => document)),
  }
}

/**
 * The report on how well several runs agree. Its tables show the primary metrics; its records and data have all
 * metrics, with every run's estimate.
 */
export function seriesReport(runs: readonly [Run, ...Run[]]): Report {
  const series = makeSeries(runs)
  return { blocks: () => blocksOf(series), records: () => recordsOf(series), data: () => dataOf(series) }
}

/** A table for each workload and metric. */
function agreementSections(series: Series): Section[] {
  const { document } = series.runs[0] as Run
  const shown = series.ratios.filter(({ primary }) => primary)
  const works = Map.groupBy(
    shown,
    ({ benchmark, metric }) => `${describeWork(document.benchmarks[benchmark] as Benchmark)} · ${metric}`,
  )
  return [...works].map(([title, ratios]) => ({
    title: `${title}, ${counted(series.runs.length, 'run')}`,
    heading: ['Platform', 'Scenario', 'Runs', 'Ratio by run', 'Mean (95% interval)', 'Next run (95%)'],
    words: 2,
    rows: ratios.map((ratio) => {
      const own = document.benchmarks[ratio.benchmark] as Benchmark
      return plainRow(
        namePlatform(document, own.engine),
        findScenario(own.scenario)?.title ?? own.scenario,
        String(ratio.estimates),
        valuesText(ratio),
        ratio.mean === null ? whyNoMean(ratio) : formatRatio(ratio.mean, ratio.interval),
        ratio.prediction === null ? '' : formatRatioInterval(ratio.prediction),
      )
    }),
    remarks: [],
  }))
}

/** The ratio or the status of each of two runs; the smallest and the largest ratio of more. */
function valuesText({ runs }: RepeatedRatio): string {
  const values = runs.flatMap((run) => run?.value ?? [])
  if (values.length > 2) return formatRatioInterval([Math.min(...values), Math.max(...values)])
  const texts = runs.map((run) =>
    run === null ? 'absent' : describeRatio({ ...run, value: digitsOf(run), interval: rangeOf(run) }),
  )
  return (values.length === 0 ? [...new Set(texts)] : texts).join(', ')
}

/** Why there is no mean. If enough runs were given, the column with their ratios says why they show none. */
function whyNoMean({ runs }: RepeatedRatio): string {
  return runs.length < MIN_RUNS ? `needs ${MIN_RUNS} runs` : `needs ${MIN_RUNS} runs with a ratio`
}

/** The ratio of one run if that run may show it. Between runs, the estimates behind ranges count too. */
function digitsOf({ status, value }: RunRatio): number | null {
  return status === 'resolved' ? value : null
}

function rangeOf({ status, interval }: RunRatio): RunRatio['interval'] {
  return status === 'range' ? interval : null
}

function blocksOf(series: Series): Block[] {
  const { document } = series.runs[0] as Run
  const identities = series.runs.map(({ id, hash, document: { startedAt } }) => `${startedAt} · run ${id} · ${hash}`)
  return [
    { texts: describeMeans(document, series.ratios, series.runs.length), form: 'sentence', tone: 'strong' },
    { texts: describeAgreement(series.runs.length, series.ratios), form: 'sentence' },
    ...series.others.map(
      ({ run: { id }, differs }): Block => ({
        texts: [`Run ${id} does not count, because it differs in: ${differs.join(', ')}.`],
        form: 'sentence',
        tone: 'warning',
      }),
    ),
    ...agreementSections(series),
    { texts: [machineLine(document), ...identities], form: 'item' },
  ]
}

function dataOf({ runs, others, ratios }: Series) {
  const { document } = runs[0] as Run
  return {
    analysisVersion: ANALYSIS_VERSION,
    runs: runs.map(({ id, hash, document: { startedAt } }) => ({ id, hash, startedAt })),
    notCounted: others.map(({ run: { id, hash }, differs }) => ({ id, hash, differs })),
    ratios: ratios.map(({ benchmark, ...ratio }) => {
      const { workload, params, scenario, engine } = document.benchmarks[benchmark] as Benchmark
      const own = ratio.runs.map((run) => run && { ...run, value: digitsOf(run) })
      return { workload, params, scenario, engine, ...ratio, runs: own }
    }),
  }
}

const COLUMNS =
  'kind,workload,params,scenario,engine,metric,ratio_reference,run,ratio_status,ratio_rounds,ratio,ratio_low,ratio_high,runs,mean,mean_low,mean_high,next_low,next_high,inside,repeats,close,pairs,close_expected'

/** One row for each ratio over all runs, and one for each run's estimate of it. */
function recordsOf({ runs, ratios }: Series): Records {
  const { document } = runs[0] as Run
  const rows = ratios.flatMap((ratio): Row[] => {
    const own = benchmarkFields(document.benchmarks[ratio.benchmark] as Benchmark)
    const common = { ...own, metric: ratio.metric, ratio_reference: ratio.reference }
    const all = {
      kind: 'ratio',
      ...common,
      runs: ratio.estimates,
      mean: ratio.mean,
      ...rangeFields('mean', ratio.interval),
      ...rangeFields('next', ratio.prediction),
      inside: ratio.inside.count,
      repeats: ratio.inside.total,
      close: ratio.close.count,
      pairs: ratio.close.total,
      close_expected: ratio.expectedClose,
    }
    const each = ratio.runs.map((run, at) => ({
      kind: 'run',
      ...common,
      run: runs[at]?.id,
      ratio_status: run?.status ?? 'absent',
      ratio_rounds: run?.rounds,
      ratio: run && digitsOf(run),
      ...rangeFields('ratio', run?.interval),
    }))
    return [all, ...each]
  })
  return { columns: COLUMNS.split(','), rows }
}
