import { identify, type RunDocument } from '@plimsoll/schema'
import { checkDocument, EVERY_VERDICT } from '../../schema/test/check-document.ts'
import { GITHUB_ISSUER } from '../src/provenance/project.ts'
import { type Claims, importSigned, startSigstore } from '../src/provenance/testing.ts'
import type { Registry } from '../src/store/registry.ts'
import { deleteRun, supersede, withdraw } from '../src/store/withdraw-supersede-delete.ts'
import { biasedRun, exampleRun, resolvedRun, toBytes } from '../src/testing.ts'

// This module has the runs of the site that the page tests share: one of every kind that a page may have to show.

const EARLIER = { startedAt: '2020-06-01T12:00:00Z', finishedAt: '2020-06-01T13:00:00Z' }

const FAILED = { variant: 'base', status: 'failed', reason: 'exit code 1', rounds: 0 } as const

/** Returns the example run on an earlier day, because the home page has room only for the few latest runs. */
const earlier = (change: (run: RunDocument) => void) => exampleRun((run) => change(Object.assign(run, EARLIER)))

const numbered = (number: number) => earlier((run) => run.notes.push({ code: 'number', text: String(number) }))

/** The documents, by their purpose. */
export const DOCUMENTS = {
  plain: resolvedRun(),
  /** A run with withheld ratios of one workload, and one that shows no ratio. */
  withheld: { ...biasedRun([0]), ...EARLIER },
  unreliableRun: { ...biasedRun([0, 4]), ...EARLIER },
  wide: wideRun(),
  hostile: hostileRun(),
  first: earlier((run) => {
    run.host.cpu.model = 'First CPU'
  }),
  /** A run on another machine, on which all work takes twice as long. */
  another: earlier((run) => {
    Object.assign(run.host.os, { family: 'macos', name: 'macOS', version: '15.1.1' })
    run.host.cpu.model = 'Another CPU'
    for (const engine of run.engines) engine.version = '27.5.1'
    for (const { samples } of run.benchmarks)
      for (const { values } of samples) if (typeof values.duration === 'number') values.duration *= 2
  }),
  check: checkDocument([
    ...EVERY_VERDICT,
    { workload: 'create-many', scenario: 'volume', ends: FAILED },
    { workload: 'create-many', scenario: 'bind-volume', ends: { ...FAILED, status: 'unsupported' } },
  ]),
  unreliable: checkDocument(EVERY_VERDICT, { bias: 1.08, variants: { base: wideVariant(), head: wideVariant() } }),
  superseded: numbered(1),
  withdrawn: numbered(2),
  deleted: numbered(3),
}

/**
 * Runs of three repositories that had the same name: the project, which was renamed, a stranger, who registered its old
 * name again, and a repository of another issuer, which numbers its repositories itself.
 */
const SIGNED = {
  project: [numbered(4), {}],
  renamed: [
    earlier((run) => {
      if (run.source !== null) run.source.repository = 'renamed/project'
    }),
    {},
  ],
  stranger: [numbered(6), { repository_id: '6666', repository_owner_id: '7777' }],
  elsewhere: [numbered(7), { iss: `${GITHUB_ISSUER}/example` }],
} satisfies Record<string, [RunDocument, Claims]>

/** Runs of the same benchmark on many days, for the histories. */
export const DAYS = Array.from({ length: 60 }, (_, day) => runOfDay(day))

/** The ids of the runs, by their purpose. */
export const IDS = Object.fromEntries(
  Object.entries(DOCUMENTS).map(([kind, run]) => [kind, identify(run).id]),
) as Record<keyof typeof DOCUMENTS, string>

/** The ids of the signed runs, by their purpose. */
export const SIGNED_IDS = Object.fromEntries(
  Object.entries(SIGNED).map(([kind, [run]]) => [kind, identify(run).id]),
) as Record<keyof typeof SIGNED, string>

/** The stored bytes of the plain run, with a formatting that no program of this project writes. */
const STORED = Buffer.from(`${JSON.stringify(DOCUMENTS.plain, null, 3)}\n`)

/** Returns the documents of the site's registry. */
export function allBytes(): Uint8Array[] {
  const { plain: _, ...others } = DOCUMENTS
  return [STORED, ...[...Object.values(others), ...DAYS].map(toBytes)]
}

/** Adds the runs that repositories signed. */
export async function addSigned(registry: Registry): Promise<void> {
  const sigstore = await startSigstore()
  for (const [run, claims] of Object.values(SIGNED)) await importSigned(registry, sigstore, run, claims)
  await sigstore.close()
}

/** Adds statements about some of the stored runs. */
export function addStatements(registry: Registry): void {
  supersede(registry, IDS.superseded, IDS.plain)
  withdraw(registry, IDS.withdrawn, 'the wrong image was measured')
  deleteRun(registry, IDS.deleted, 'it contained the name of a person')
}

/** Returns the example run with 500 letters and no space in every text that may be that long. */
function wideRun(): RunDocument {
  const wide = 'W'.repeat(500)
  return resolvedRun((run) => {
    run.notes = [{ code: run.notes[0]?.code ?? 'wide', text: wide }]
    run.division = 'modified'
    run.deviations = [wide]
    run.licence = wide
    run.host.os.name = wide
    run.host.os.version = wide
    run.host.kernel = wide
    run.host.cpu.model = wide
    run.host.runner.label = wide
    run.harness.version = wide
    for (const image of run.images) image.name = wide
    for (const engine of run.engines) {
      Object.assign(engine, { product: wide, version: wide })
      Object.assign(engine.requested, { vmType: wide })
      engine.effective.kernel = { value: wide, confidence: 'observed' }
    }
    for (const benchmark of run.benchmarks) if (benchmark.reason !== null) benchmark.reason = wide
  })
}

/** Returns the example run with markup, and a character that pages replace, in every text that may have them. */
function hostileRun(): RunDocument {
  // The schema permits no other character in one line that pages replace.
  const attack = '"><img src=x onerror=attack()><script>attack()</script>\ufffe'
  return resolvedRun((run) => {
    run.notes = [{ code: 'hostile', text: attack }]
    // Histories have only runs without deviations.
    Object.assign(run, { division: 'standard', deviations: [], licence: attack })
    Object.assign(run.disclosure, { submitter: attack, funding: attack })
    Object.assign(run.host, { kernel: attack, runner: { kind: 'self-hosted', label: attack } })
    Object.assign(run.host.os, { name: attack, version: attack })
    Object.assign(run.host.target, { filesystem: attack })
    Object.assign(run.host.virtualization, { accelerator: attack })
    run.host.cpu.model = attack
    Object.assign(run.harness, { name: attack, version: attack })
    if (run.source !== null) run.source.ref = attack
    for (const image of run.images) image.name = attack
    for (const engine of run.engines) {
      Object.assign(engine, { product: attack, version: attack })
      Object.assign(engine.requested, { vmType: attack, mountType: attack })
      for (const value of [engine.effective.kernel, engine.effective.storageDriver, engine.effective.mountType])
        Object.assign(value, { value: attack })
    }
    for (const benchmark of run.benchmarks) {
      Object.assign(benchmark.params, { text: attack })
      if (benchmark.target !== null) benchmark.target.filesystem = attack
      // These two texts may have any character.
      if (benchmark.reason !== null) benchmark.reason = `${attack}\u202e`
      for (const sample of benchmark.samples) if (sample.failure !== null) sample.failure = `${attack}\u202e`
    }
  })
}

/** Returns a variant of a check whose name has 500 letters and no space. */
function wideVariant() {
  return { commit: null, engine: null, image: 'W'.repeat(500) }
}

/** Returns a run of an unmodified suite, for one day. From day 45 on, a newer engine takes longer on a bind mount. */
function runOfDay(day: number): RunDocument {
  return exampleRun((run) => {
    run.startedAt = new Date(Date.UTC(2021, 0, 1 + day)).toISOString().replace('.000', '')
    run.finishedAt = run.startedAt
    run.division = 'standard'
    run.deviations = []
    const isNewer = day >= 45
    for (const engine of run.engines) if (isNewer) engine.version = '29.0.0'
    for (const { scenario, samples } of run.benchmarks) {
      // Vary values by a few percent, without a pattern in time.
      const factor = (isNewer && scenario === 'bind' ? 1.25 : 1) * (1 + ((day * 7919) % 61) / 1500)
      for (const { values } of samples) {
        if (typeof values.duration === 'number') values.duration = Math.round(values.duration * factor)
      }
    }
  })
}
