import type { RunLine } from '../store/queries.ts'
import type { RunEntry } from './search-index.ts'

/** Converts a line of the index to a run in the form in which the search and the lists show it. */
export function toRunEntry(line: RunLine): RunEntry {
  const { id, suite, suiteVersion, kind, provenanceLevel, benchmarkCount, sampleCount } = line
  return {
    id,
    day: line.startedAt.slice(0, 10),
    suite,
    suiteVersion,
    kind,
    os: line.osFamily,
    system: [line.osName, line.osVersion].filter(Boolean).join(' '),
    cpu: [line.cpuModel, line.cpuCount === null ? null : `${line.cpuCount} CPUs`].filter(Boolean).join(', '),
    provenanceLevel,
    origin: line.origin,
    project: line.repository ?? '',
    projectKey: line.project ?? '',
    engines: enginesOf(line),
    workloads: line.workloads.split(' '),
    counts: line.counts ?? '',
    remarks: remarksOf(line),
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

function remarksOf({ state, status, sourceVersion }: RunLine): string[] {
  return [
    state,
    status === 'partial' ? 'partial' : null,
    sourceVersion === null ? null : `version ${sourceVersion.slice(0, 7)} of the source`,
  ].filter((remark) => remark !== null)
}
