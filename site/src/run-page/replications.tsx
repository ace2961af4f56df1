import {
  type Benchmark,
  counted,
  describeRatio,
  describeWork,
  formatRatio,
  formatRatioInterval,
  idOfHash,
  type RunDocument,
} from '@plimsoll/schema'
import {
  combineRatios,
  describeAgreement,
  describeMeans,
  MIN_RUNS,
  type RepeatedRatio,
  ratiosOfRun,
} from '@plimsoll/schema/between-runs'
import { DataTable } from '../../components/data-table.tsx'
import { formatWork } from '../page-parts/titles.ts'
import { PROVENANCE_LEVELS } from '../store/origin.ts'
import type { Replication } from '../store/replications.ts'

/** The most ratios and runs that are listed. The document of each run has all. */
const MAX_ROWS = 200

/** Which run this one repeats, and what was made anew for it. Nothing for a run that repeats none. */
export function Repeats({ replicates }: RunDocument) {
  if (replicates === undefined) return null
  const id = idOfHash(replicates.document)
  const anew = [
    ...(replicates.images === 'anew' ? ['images'] : []),
    ...(replicates.engine === 'anew' ? ['start of the engines'] : []),
    ...(replicates.machine === 'anew' ? ['start of the machine'] : []),
  ]
  return (
    <p className="lede">
      Its document says that it repeats run{' '}
      <a href={id}>
        <code>{id.slice(0, 10)}</code>
      </a>
      , with new processes{anew.map((name) => `, new ${name}`).join('')}.
    </p>
  )
}

interface Properties {
  document: RunDocument
  replications: readonly Replication[]
}

/**
 * How well the replications of a run agree with it, and which runs do not count as replications, with the reason.
 * Nothing if there is none.
 */
export function Replications({ document, replications }: Properties) {
  if (replications.length === 0) return null
  const repeats = replications.filter(({ ratios }) => ratios !== null)
  const runs = [ratiosOfRun(document), ...repeats.flatMap(({ ratios }) => ratios ?? [])]
  const ratios = combineRatios(runs).filter(({ primary, estimates }) => primary && estimates > 1)
  const unread = replications.filter(({ ratios, notCounted }) => ratios === null && notCounted === null)
  const others = replications.filter(({ notCounted }) => notCounted !== null)
  return (
    <section aria-labelledby="replications">
      <h2 id="replications">Replications</h2>
      {describeMeans(document, ratios, runs.length).map((sentence) => (
        <p key={sentence}>{formatWork(sentence)}</p>
      ))}
      <p>
        {counted(repeats.length, 'run')} with the same request, workloads, engine, images and description of the machine{' '}
        {repeats.length === 1 ? 'repeats' : 'repeat'} this run
        {repeats.length > 0 && ` (${describeLevels(repeats)})`}.
        {repeats.length > 0 && ` ${describeAgreement(runs.length, ratios).join(' ')}`}
      </p>
      {ratios.length > 0 && <Ratios document={document} ratios={ratios} />}
      <RunList title="Counted runs" replications={repeats} describe={({ level }) => level} />
      <RunList title="Runs not counted" replications={others} describe={({ notCounted }) => notCounted} />
      <RunList title="Runs not read for this page" replications={unread} describe={({ level }) => level} />
    </section>
  )
}

/** The counted runs by provenance level, best first: `2 signed by repository, 1 self-reported`. */
function describeLevels(replications: readonly Replication[]): string {
  return PROVENANCE_LEVELS.flatMap((level) => {
    const count = replications.filter((replication) => replication.level === level).length
    return count === 0 ? [] : [`${count} ${level}`]
  }).join(', ')
}

function Ratios({ document, ratios }: { document: RunDocument; ratios: readonly RepeatedRatio[] }) {
  return (
    <>
      <DataTable
        label="Ratios of the runs"
        columns={[
          ['Workload'],
          ['Scenario', 'beside'],
          ['Runs', 'number'],
          ['All runs', 'number'],
          ['Mean', 'number strong'],
          ['Next run', 'number'],
        ]}
        rows={ratios.slice(0, MAX_ROWS).map((ratio, at) => {
          const benchmark = document.benchmarks[ratio.benchmark] as Benchmark
          const { engine, scenario } = benchmark
          return {
            key: String(at),
            fields: [
              formatWork(describeWork(benchmark)),
              `${scenario}${engine === null ? '' : ` on ${engine}`} ÷ ${ratio.reference}`,
              ratio.estimates,
              spanOf(ratio),
              <Mean key="mean" {...ratio} />,
              ratio.prediction === null ? '–' : formatRatioInterval(ratio.prediction),
            ],
          }
        })}
      />
      <p className="fine">
        Mean: the geometric mean of the runs’ estimates with its 95% t interval, from {MIN_RUNS} runs on. Next run: the
        95% prediction interval of one more run.
      </p>
    </>
  )
}

function Mean({ mean, interval, runs }: RepeatedRatio) {
  if (mean === null || interval === null) {
    return runs.length < MIN_RUNS ? `needs ${MIN_RUNS} runs` : `needs ${MIN_RUNS} runs with a ratio`
  }
  return (
    <>
      {formatRatio(mean)}
      <small>{formatRatioInterval(interval)}</small>
    </>
  )
}

/** The ratio or the status of each of two runs; the smallest and the largest ratio of more. */
function spanOf({ runs }: RepeatedRatio): string {
  const values = runs.flatMap((run) => run?.value ?? [])
  if (values.length > 2) return formatRatioInterval([Math.min(...values), Math.max(...values)])
  const texts = runs
    .flatMap((run) => run ?? [])
    .map((run) =>
      run.status === 'resolved' && run.value !== null ? formatRatio(run.value) : describeRatio({ ...run, value: null }),
    )
  return (values.length === 0 ? [...new Set(texts)] : texts).join(', ')
}

interface RunListProperties {
  title: string
  replications: readonly Replication[]
  describe: (replication: Replication) => string | null
}

function RunList({ title, replications, describe }: RunListProperties) {
  if (replications.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {replications.slice(0, MAX_ROWS).map((replication) => (
          <li key={replication.by}>
            <a href={replication.by}>
              <code>{replication.by.slice(0, 10)}</code>
            </a>
            : {describe(replication)}
          </li>
        ))}
      </ul>
      {replications.length > MAX_ROWS && <p className="fine">And {replications.length - MAX_ROWS} more.</p>}
    </>
  )
}
