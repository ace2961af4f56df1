import {
  type Benchmark,
  checkedTo,
  describeNoVerdict,
  describeRatioReason,
  describeUnreliableRun,
  describeWithheld,
  describeWork,
  type RatioStatus,
  type RatioToReference,
  type RunDocument,
  runReliability,
} from '@plimsoll/schema'
import { type CheckRow, checkReport } from './check.ts'
import { type Records, type Row, rangeFields } from './report.ts'
import { dataRows } from './rows.ts'

const COLUMNS =
  'workload,params,scenario,engine,variant,control,platform,status,metric,unit,better,primary,n,mean,median,median_low,median_high,minimum,maximum,standard_deviation,ratio,ratio_low,ratio_high,ratio_reference,ratio_status,ratio_rounds,ratio_reason,ratio_checked_to,reason'
const CHECK_COLUMNS = 'verdict,slowdown,slowdown_low,slowdown_high,slowdown_level,rounds'
const CPU_COLUMNS = 'cpu_verdict,cpu_slowdown,cpu_slowdown_low,cpu_slowdown_high,cpu_slowdown_level'

/**
 * The figures of a run, with a row for each metric of a benchmark. A check also has the verdicts, each in the row of
 * head's primary metric. In a check without any verdict, every row gives the reason.
 */
export function runRecords(document: RunDocument): Records {
  const check = checkReport(document)
  const noVerdict = describeNoVerdict(document.design)
  const verdicts = new Map(check?.benchmarks.map((row) => [JSON.stringify([row.head, row.metric.name]), row]))
  const checkOf = ratioChecks(document)
  const rows = dataRows(document).map(({ benchmark, summary, platform, metric: { better, primary } }) => ({
    ...benchmarkFields(benchmark),
    ...{ better, primary },
    variant: benchmark.variant,
    control: summary.control,
    platform,
    status: benchmark.status,
    metric: summary.metric,
    unit: summary.unit,
    n: summary.n,
    mean: summary.mean,
    median: summary.median,
    ...rangeFields('median', summary.medianInterval),
    minimum: summary.minimum,
    maximum: summary.maximum,
    standard_deviation: summary.standardDeviation,
    ratio: summary.ratio?.value,
    ...rangeFields('ratio', summary.ratio?.interval),
    ratio_reference: summary.ratio?.reference,
    ratio_status: summary.ratio?.status,
    ratio_rounds: summary.ratio?.rounds,
    ...(summary.ratio && checkOf(describeWork(benchmark), summary.ratio)),
    reason: benchmark.reason?.split('\n')[0],
    ...verdictFields(verdicts.get(JSON.stringify([summary.benchmark, summary.metric]))),
    no_verdict: noVerdict,
  }))
  const columns = [
    COLUMNS,
    ...(check ? [CHECK_COLUMNS] : []),
    ...(check?.alphas.cpu ? [CPU_COLUMNS] : []),
    ...(noVerdict === null ? [] : ['no_verdict']),
  ]
  return { columns: columns.join().split(','), rows }
}

/** The fields that identify a benchmark. */
export function benchmarkFields({ workload, params, scenario, engine }: Benchmark) {
  const choice = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  return { workload, params: choice.join(' '), scenario, engine }
}

/**
 * Returns a function that says why a ratio of a workload has no digits, and how far the workload's control pairs may be
 * from 1, as a share.
 */
function ratioChecks(document: RunDocument): (workload: string, ratio: RatioToReference) => Row {
  const reliability = runReliability(document)
  const withheld = describeWithheld(reliability)
  return (workload, ratio) => {
    const reasons: Partial<Record<RatioStatus, string | null>> = {
      unreliable: describeUnreliableRun(reliability),
      withheld: withheld.get(workload) ?? null,
    }
    return {
      ratio_reason: reasons[ratio.status] ?? describeRatioReason(ratio),
      ratio_checked_to: checkedTo(reliability.pairs.filter((pair) => pair.workload === workload)),
    }
  }
}

function verdictFields(row: CheckRow | undefined): Row {
  return {
    verdict: row?.verdict,
    slowdown: row?.slowdown,
    ...rangeFields('slowdown', row?.interval),
    slowdown_level: row?.level,
    rounds: row?.rounds,
    cpu_verdict: row?.cpu?.verdict,
    cpu_slowdown: row?.cpu?.slowdown,
    ...rangeFields('cpu_slowdown', row?.cpu?.interval),
    cpu_slowdown_level: row?.cpu?.level,
  }
}
