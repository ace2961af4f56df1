import { formatWork, statusTexts } from '../page-parts/titles.ts'
import { GENERATED } from '../store/origin.ts'
import type { RunLine } from '../store/queries.ts'
import { REPLACED, type RunEntry } from './search-index.ts'

/** Converts lines of the index. @param replaced the ids of the transcriptions whose source has newer data */
export function toRunEntries(lines: readonly RunLine[], replaced: ReadonlySet<string>): RunEntry[] {
  return lines
    .map(toRunEntry)
    .map((run) => (replaced.has(run.id) ? { ...run, status: [...run.status, REPLACED] } : run))
}

/** Converts a line of the index to a run in the form in which the search and the lists show it. */
export function toRunEntry(line: RunLine): RunEntry {
  const { id, suite, suiteVersion, kind, provenanceLevel, benchmarkCount, sampleCount } = line
  return {
    id,
    startedAt: line.startedAt,
    suite,
    suiteVersion,
    kind,
    os: line.osFamily,
    system: [line.osName, line.osVersion].filter(Boolean).join(' '),
    cpu: [line.cpuModel, line.cpuCount === null ? null : `${line.cpuCount} CPUs`].filter(Boolean).join(', '),
    provenanceLevel,
    origin: line.generated ? 'generated' : line.origin,
    project: line.repository ?? '',
    projectKey: line.project ?? '',
    engines: enginesOf(line),
    workloads: line.workloads.split(' '),
    scenarios: line.scenarios.split(' '),
    figure: formatWork(line.keyFigure ?? ''),
    status: describeStatus(line),
    counts: line.counts ?? '',
    sourceVersion: line.sourceVersion?.slice(0, 7) ?? '',
    benchmarks: benchmarkCount,
    samples: sampleCount,
  }
}

function enginesOf({ engines }: RunLine): RunEntry['engines'] {
  const titled = engines.map(({ slug, product, version }) => ({
    slug,
    title: [product, version].filter(Boolean).join(' '),
  }))
  return [...new Map(titled.map((engine) => [engine.title, engine])).values()]
}

function describeStatus({ state, status, unreliable, generated, problemCount }: RunLine): string[] {
  return [
    ...statusTexts(status, problemCount),
    ...(generated ? [GENERATED] : []),
    ...(state === null ? [] : [state]),
    ...(unreliable ? ['unreliable'] : []),
  ]
}
