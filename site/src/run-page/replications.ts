import { type Benchmark, describeWork, formatRatio, idOfHash, type RunDocument } from '@plimsoll/schema'
import {
  CLOSE,
  combineRatios,
  describeAgreement,
  MIN_RUNS,
  type RepeatedRatio,
  ratiosOfRun,
} from '@plimsoll/schema/between-runs'
import { type Html, html } from '../html.ts'
import { formatWork, plural } from '../page/titles.ts'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import type { ReplicationOfRun } from '../store/replications.ts'

/** The most ratios and runs that are listed. The document of each run has all. */
const MAX_ROWS = 200

/** Renders which run this one repeats, and what was made anew for it. Null for a run that repeats none. */
export function renderRepeats({ replicates }: RunDocument): Html | null {
  if (replicates === undefined) return null
  const id = idOfHash(replicates.document)
  const anew = [
    ...(replicates.images === 'anew' ? ['images'] : []),
    ...(replicates.engine === 'anew' ? ['start of the engines'] : []),
    ...(replicates.machine === 'anew' ? ['start of the machine'] : []),
  ]
  return html`<p class="lede">Its document says that it repeats run <a href="${id}"><code>${id.slice(0, 10)}</code></a>, with new processes${anew.map((name) => `, new ${name}`)}.</p>
`
}

/**
 * Renders how well the replications of a run agree with it, and which runs do not count as replications, with what
 * differs. Null if there is none.
 */
export function renderReplications(document: RunDocument, replications: readonly ReplicationOfRun[]): Html | null {
  if (replications.length === 0) return null
  const counted = replications.filter(({ ratios }) => ratios !== null)
  const runs = [ratiosOfRun(document), ...counted.flatMap(({ ratios }) => ratios ?? [])]
  const ratios = combineRatios(runs).filter(({ primary, estimates }) => primary && estimates > 1)
  const unread = replications.filter(({ ratios, differs }) => ratios === null && differs === '')
  const others = replications.filter(({ differs }) => differs !== '')
  return html`<section aria-labelledby="replications"><h2 id="replications">Replications</h2>
<p>${plural(counted.length, 'run')} with the same request, workloads, engine, images and description of the machine ${counted.length === 1 ? 'repeats' : 'repeat'} this run${counted.length > 0 && ` (${describeLevels(counted)})`}.${counted.length > 0 && ` ${describeAgreement(runs.length, ratios).join(' ')}`}</p>
${ratios.length > 0 && renderRatios(document, ratios)}
${renderList('Counted runs', counted, ({ level }) => level)}
${renderList('Runs not counted', others, ({ differs }) => `differs in: ${differs}`)}
${renderList('Runs not read for this page', unread, ({ level }) => level)}
</section>
`
}

/** The counted runs by provenance level, best first: `2 signed by repository, 1 self-reported`. */
function describeLevels(replications: readonly ReplicationOfRun[]): string {
  return PROVENANCE_LEVELS.flatMap((level) => {
    const count = replications.filter((replication) => replication.level === level).length
    return count === 0 ? [] : [`${count} ${level}`]
  }).join(', ')
}

function renderRatios({ benchmarks }: RunDocument, ratios: readonly RepeatedRatio[]): Html {
  return html`<div class="scroll" role="region" aria-label="Ratios of the runs" tabindex="0"><table class="figures stacked">
<thead><tr><th scope="col" class="stick">Workload</th><th scope="col" class="scenario">Test</th><th scope="col" class="number count">Runs</th><th scope="col" class="number">All runs</th><th scope="col" class="number">Mean</th><th scope="col" class="number">Next run</th><th scope="col" class="number">Inside</th><th scope="col" class="number">Within ${100 * CLOSE}%</th></tr></thead>
<tbody>${ratios.slice(0, MAX_ROWS).map((ratio) => {
    const own = benchmarks[ratio.benchmark] as Benchmark
    const where = own.engine === null ? '' : ` on ${own.engine}`
    return html`<tr><th scope="row" class="stick">${formatWork(describeWork(own))}</th><td class="scenario">${own.scenario}${where} ÷ ${ratio.reference}</td><td class="number count">${ratio.estimates}</td><td class="number">${spanOf(ratio)}</td><td class="number strong">${meanOf(ratio)}</td><td class="number">${ratio.prediction === null ? '–' : rangeOf(ratio.prediction)}</td><td class="number">${ratio.inside.total === 0 ? '–' : `${ratio.inside.count} of ${ratio.inside.total}`}</td><td class="number">${ratio.close.count} of ${ratio.close.total}</td></tr>`
  })}</tbody>
</table></div>
<p class="fine">Mean: the geometric mean of the runs’ estimates with its 95% t interval, from ${MIN_RUNS} runs on. Next run: the 95% prediction interval of one more run. Inside: replications whose estimate lies in the 95% prediction interval of this run, which knows only the rounds of both. Within ${100 * CLOSE}%: pairs of runs.</p>`
}

function meanOf({ mean, interval }: RepeatedRatio): Html | string {
  if (mean === null || interval === null) return `needs ${MIN_RUNS} runs`
  return html`${formatRatio(mean)}<small>${rangeOf(interval)}</small>`
}

/** The ratio or the status of each of two runs; the smallest and the largest ratio of more. */
function spanOf({ runs }: RepeatedRatio): string {
  const values = runs.flatMap((run) => run?.value ?? [])
  if (values.length > 2) return rangeOf([Math.min(...values), Math.max(...values)])
  return runs
    .flatMap((run) => run ?? [])
    .map(({ status, value }) => (status === 'resolved' && value !== null ? formatRatio(value) : status))
    .join(', ')
}

function rangeOf([lower, upper]: readonly [number, number]): string {
  return `${formatRatio(lower).slice(0, -1)}–${formatRatio(upper)}`
}

function renderList(
  title: string,
  replications: readonly ReplicationOfRun[],
  describe: (replication: ReplicationOfRun) => string,
): Html | null {
  if (replications.length === 0) return null
  return html`<h3>${title}</h3>
<ul>${replications.slice(0, MAX_ROWS).map((replication) => html`<li><a href="${replication.by}"><code>${replication.by.slice(0, 10)}</code></a>: ${describe(replication)}</li>`)}</ul>
${replications.length > MAX_ROWS && html`<p class="fine">And ${replications.length - MAX_ROWS} more.</p>`}`
}
