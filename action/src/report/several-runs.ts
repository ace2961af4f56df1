import { styleText } from 'node:util'
import {
  ANALYSIS_VERSION,
  type Benchmark,
  counted,
  describeWork,
  formatRatio,
  formatRatioInterval,
  type readRun,
} from '@plimsoll/schema'
import {
  CLOSE,
  describeAgreement,
  MIN_RUNS,
  nameDifferences,
  type RepeatedRatio,
  type RunRatio,
  repeatedRatios,
  replicationDifferences,
} from '@plimsoll/schema/between-runs'
import { findScenario } from '@plimsoll/workloads'
import { field } from './csv.ts'
import { escapeMarkdown, renderSection as renderMarkdown } from './markdown.ts'
import { type FORMATS, withRevealedTexts } from './report.ts'
import { machineLine, platformOf } from './rows.ts'
import { plainRow, type Section } from './section.ts'
import { renderSection, wrap } from './table.ts'

type Run = ReturnType<typeof readRun>

/** Several runs of one design. */
export interface Series {
  /** The earliest run, and the later ones that repeat it. */
  runs: Run[]
  /** The runs that do not repeat the first one, with the names of the properties that differ. */
  others: { run: Run; differs: string[] }[]
  ratios: RepeatedRatio[]
}

/** Sort runs into the earliest one with those that repeat it, and others. */
export function seriesOf(runs: readonly [Run, ...Run[]]): Series {
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
    heading: [
      'Platform',
      'Test',
      'Runs',
      'Ratio by run',
      'Mean (95% interval)',
      'Next run (95%)',
      'Inside',
      `Within ${percent(CLOSE)}`,
    ],
    words: 2,
    rows: ratios.map((ratio) => {
      const own = document.benchmarks[ratio.benchmark] as Benchmark
      return plainRow(
        platformOf(document, own.engine),
        findScenario(own.scenario)?.title ?? own.scenario,
        String(ratio.estimates),
        valuesText(ratio),
        ratio.mean === null ? whyNoMean(ratio) : formatRatio(ratio.mean, ratio.interval),
        ratio.prediction === null ? '' : formatRatioInterval(ratio.prediction),
        ratio.inside.total === 0 ? '' : `${ratio.inside.count} of ${ratio.inside.total}`,
        ratio.close.total === 0 ? '' : `${ratio.close.count} of ${ratio.close.total}`,
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
    run === null ? 'absent' : run.status === 'resolved' ? formatRatio(run.value as number) : run.status,
  )
  return (values.length === 0 ? [...new Set(texts)] : texts).join(', ')
}

/** Why there is no mean. If enough runs were given, the column with their ratios says why they show none. */
function whyNoMean({ runs }: RepeatedRatio): string {
  return runs.length < MIN_RUNS ? `needs ${MIN_RUNS} runs` : `needs ${MIN_RUNS} runs with a ratio`
}

/** The ratio of one run if that run may show it. Between runs, estimates that are not resolved count too. */
function digitsOf({ status, value }: RunRatio): number | null {
  return status === 'resolved' ? value : null
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/**
 * How well several runs agree. The formats `table` and `markdown` show the primary metrics; `csv` and `json` have all
 * metrics, with every run's estimate.
 */
export function renderSeries(runs: readonly [Run, ...Run[]], format: (typeof FORMATS)[number]): string {
  const plain = runs.map((run) => ({ ...run, document: withRevealedTexts(run.document) })) as [Run, ...Run[]]
  const series = seriesOf(plain)
  if (format === 'json') return seriesJson(series)
  if (format === 'csv') return seriesCsv(series)
  const sentences = describeAgreement(series.runs.length, series.ratios)
  const others = series.others.map(
    ({ run: { id }, differs }) => `Run ${id} does not count, because it differs in: ${differs.join(', ')}.`,
  )
  const { document } = series.runs[0] as Run
  const foot = [
    machineLine(document),
    ...series.runs.map(({ id, hash, document: { startedAt } }) => `${startedAt} · run ${id} · ${hash}`),
  ]
  if (format === 'markdown')
    return [
      ...sentences.map((text) => `**${escapeMarkdown(text)}**`),
      ...others.map(escapeMarkdown),
      ...agreementSections(series).map(renderMarkdown),
      foot.map((line) => `- ${escapeMarkdown(line)}`).join('\n'),
    ].join('\n\n')
  return [
    sentences.map((text) => styleText('bold', wrap(text))).join('\n'),
    ...others.map((text) => styleText('yellow', wrap(`! ${text}`))),
    ...agreementSections(series).map(renderSection),
    foot.join('\n'),
  ].join('\n\n')
}

function seriesJson({ runs, others, ratios }: Series): string {
  const { document } = runs[0] as Run
  const data = {
    analysisVersion: ANALYSIS_VERSION,
    runs: runs.map(({ id, hash, document: { startedAt } }) => ({ id, hash, startedAt })),
    notCounted: others.map(({ run: { id, hash }, differs }) => ({ id, hash, differs })),
    ratios: ratios.map(({ benchmark, ...ratio }) => {
      const { workload, params, scenario, engine } = document.benchmarks[benchmark] as Benchmark
      const own = ratio.runs.map((run) => run && (digitsOf(run) ? run : { ...run, value: null, interval: null }))
      return { workload, params, scenario, engine, ...ratio, runs: own }
    }),
  }
  return JSON.stringify(data, null, 2)
}

const HEADER =
  'kind,workload,params,scenario,engine,metric,ratio_reference,run,ratio_status,ratio_rounds,ratio,ratio_low,ratio_high,runs,mean,mean_low,mean_high,next_low,next_high,inside,repeats,close,pairs,close_expected'

/** One row for each ratio over all runs, and one for each run's estimate of it. */
function seriesCsv({ runs, ratios }: Series): string {
  const { document } = runs[0] as Run
  const rows = ratios.flatMap((ratio) => {
    const { workload, params, scenario, engine } = document.benchmarks[ratio.benchmark] as Benchmark
    const choice = Object.entries(params).map(([name, value]) => `${name}=${value}`)
    const own = { workload, params: choice.join(' '), scenario, engine: engine ?? '', metric: ratio.metric }
    const common = { ...own, ratio_reference: ratio.reference }
    const all: Row = {
      kind: 'ratio',
      ...common,
      runs: ratio.estimates,
      mean: ratio.mean,
      mean_low: ratio.interval?.[0],
      mean_high: ratio.interval?.[1],
      next_low: ratio.prediction?.[0],
      next_high: ratio.prediction?.[1],
      inside: ratio.inside.count,
      repeats: ratio.inside.total,
      close: ratio.close.count,
      pairs: ratio.close.total,
      close_expected: ratio.expectedClose,
    }
    const each = ratio.runs.map(
      (run, at): Row => ({
        kind: 'run',
        ...common,
        run: runs[at]?.id,
        ratio_status: run?.status ?? 'absent',
        ratio_rounds: run?.rounds,
        ratio: run && digitsOf(run),
        ratio_low: run && digitsOf(run) ? run.interval?.[0] : null,
        ratio_high: run && digitsOf(run) ? run.interval?.[1] : null,
      }),
    )
    return [all, ...each]
  })
  const columns = HEADER.split(',')
  return [HEADER, ...rows.map((row) => columns.map((column) => field(row[column] ?? null)).join(','))].join('\n')
}

type Row = Record<string, string | number | null | undefined>
