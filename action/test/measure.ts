import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import {
  type ContainerEngine,
  type HostDeclarations,
  listWorkloads,
  makePlan,
  openJournal,
  parseWorkload,
  plimsollHome,
  type RunEvent,
  runPlan,
  type Workload,
} from '@plimsoll/workloads'

const CATALOG_FILE = new URL('../../workloads/catalog/npm-ci.yml', import.meta.url)

/**
 * A workload for tests. It has the image and the Node of npm-ci small, another command, and no verification. The
 * command is one script for `node -e`.
 */
export function nodeWorkload(name: string, script: string, more: Partial<Workload> = {}): Workload {
  const real = parseWorkload(readFileSync(CATALOG_FILE, 'utf8'), 'npm-ci.yml')
  return {
    ...real,
    workload: name,
    run: [real.run[0] as string, '-e', script],
    copy: [],
    hot: null,
    verify: [],
    ...more,
  }
}

/** A workload of the catalog. */
export function fromCatalog(name: string): Workload {
  return listWorkloads().find(({ workload }) => workload === name) as Workload
}

/** Measures workloads on real engines, in a new directory that is removed after the measurement. */
export async function measure(options: {
  workloads: Workload[]
  engines: ContainerEngine[]
  /** default: each workload's own */
  scenarios?: string[]
  /** the params, one benchmark for each; default: npm-ci's small size */
  params?: Record<string, string | number>[]
  rounds?: number
  warmups?: number
  declared?: HostDeclarations
  /** the parent of the new directory; default: Plimsoll's own directory */
  within?: string
  signal?: AbortSignal
  on?: (event: RunEvent) => void
}): Promise<{ document: RunDocument; journal: string[]; run: string }> {
  const within = options.within ?? plimsollHome()
  mkdirSync(within, { recursive: true })
  const directory = mkdtempSync(join(within, 'test-'))
  const journal = join(directory, 'journal.jsonl')
  try {
    const benchmarks = options.workloads.flatMap(({ workload, scenarios }) =>
      (options.params ?? [{ size: 'small' }]).map((params) => ({
        workload,
        params,
        scenarios: options.scenarios ?? scenarios,
        rounds: options.rounds ?? 1,
        warmups: options.warmups ?? 0,
      })),
    )
    const document = await runPlan({
      plan: makePlan({
        suite: { suite: 'test', version: 1, purpose: 'a test', benchmarks },
        workloads: options.workloads,
        engines: options.engines.map(({ id }) => id),
        sharingKernel: options.engines.filter(({ sharesHostKernel }) => sharesHostKernel).map(({ id }) => id),
        onlyWorkloads: [],
        onlyScenarios: [],
        rounds: null,
        seed: 1,
        noRest: true,
      }),
      workloads: options.workloads,
      engines: options.engines,
      allEngines: options.engines,
      declared: options.declared ?? { nfs: null, synced: null },
      directory,
      openJournal: () => openJournal(journal),
      version: '0.0.0',
      commit: null,
      source: null,
      signal: options.signal ?? new AbortController().signal,
      on: options.on ?? (() => {}),
    })
    const lines = readFileSync(journal, 'utf8').trim().split('\n')
    return { document, journal: lines, run: JSON.parse(lines[0] as string).run }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
