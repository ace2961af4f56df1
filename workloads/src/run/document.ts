import {
  type Cell,
  type Conditions,
  canonicalize,
  type Engine,
  type Host,
  type Image,
  type RunDocument,
  type Sample,
} from '@plimsoll/schema'
import type { EffectiveTarget } from '../scenario.ts'
import type { Plan } from './plan.ts'
import type { PlannedCell } from './plan-cells.ts'

/** What was seen of one planned cell. */
export interface CellRecord {
  samples: Sample[]
  target: EffectiveTarget | null
  /** why it was not measured at all, if so */
  unsupported: string | null
}

export interface RunRecord {
  plan: Plan
  startedAt: Date
  finishedAt: Date
  status: RunDocument['status']
  harness: Omit<RunDocument['harness'], 'name'>
  source: RunDocument['source']
  host: Host
  conditions: { before: Conditions; after: Conditions }
  engines: Engine[]
  images: Image[]
  calibration: RunDocument['calibration']['spawn']
  notes: RunDocument['notes']
  cells: CellRecord[]
  /** takes this machine's and user's names out of free text */
  redact: (text: string) => string
}

/** Assemble the run document. A pure function of the record, so that a journal can be turned into one as well. */
export function makeDocument(record: RunRecord): RunDocument {
  const { plan } = record
  const cells = plan.cells.map((cell, index) =>
    makeCell(cell, record.cells[index] as CellRecord, record.redact, otherArmOf(record, index)),
  )
  return {
    schemaVersion: 1,
    suite: plan.suite,
    startedAt: seconds(record.startedAt),
    finishedAt: seconds(record.finishedAt),
    status: record.status,
    origin: { kind: 'measured' },
    source: record.source,
    harness: { name: 'plimsoll', ...record.harness },
    host: record.host,
    conditions: record.conditions,
    engines: record.engines,
    images: record.images,
    design: {
      seed: plan.seed,
      rounds: Math.max(...plan.cells.map(({ rounds }) => rounds)),
      warmups: Math.max(...plan.cells.map(({ warmups }) => warmups)),
      ...(plan.check ?? { looks: [], threshold: null, level: null }),
      engines: 'interleaved',
      planDigest: plan.digest,
    },
    division: plan.division,
    deviations: plan.deviations,
    disclosure: { submitter: null, funding: null, generallyAvailable: null },
    licence: 'CC0-1.0',
    calibration: { spawn: record.calibration },
    notes: record.notes,
    cells,
  }
}

/** Why a cell of a check was not measured: because the other arm of it cannot be; null where that is not so. */
function otherArmOf({ plan, cells }: RunRecord, index: number): string | null {
  const { workload, params, scenario, engine, arm } = plan.cells[index] as PlannedCell
  if (arm === null) return null
  const enginesAreArms = plan.check?.arms.base.engine !== plan.check?.arms.head.engine
  const other = plan.cells.find(
    (cell, at) =>
      cells[at]?.unsupported !== null &&
      cell.arm !== arm &&
      cell.arm !== 'second-base' &&
      (enginesAreArms || cell.engine === engine) &&
      cell.workload === workload &&
      cell.scenario === scenario &&
      canonicalize(cell.params) === canonicalize(params),
  )
  return other ? `${other.arm} cannot be measured here` : null
}

function makeCell(
  planned: PlannedCell,
  seen: CellRecord,
  redact: (text: string) => string,
  otherArm: string | null,
): Cell {
  const samples = seen.samples.map((sample) => ({
    ...sample,
    failure: sample.failure && textOf(sample.failure, redact),
  }))
  const failed = samples.find(({ failure }) => failure !== null)
  const status = statusOf(seen)
  const reason = {
    unsupported: seen.unsupported && textOf(seen.unsupported, redact),
    failed: failed?.failure ?? null,
    skipped: otherArm ?? 'the run ended before its turn',
    ok: null,
  }[status]
  return {
    workload: planned.workload,
    workloadDigest: planned.workloadDigest,
    params: planned.params,
    scenario: planned.scenario,
    engine: planned.engine,
    arm: planned.arm,
    target: seen.target,
    metrics: planned.metrics,
    status,
    reason,
    samples,
  }
}

/** The end of what another program said; where it was cut, there may be half a character. */
function textOf(said: string, redact: (text: string) => string): string {
  return redact(said).slice(-LONGEST_TEXT).toWellFormed()
}

/** As the schema has it. */
const LONGEST_TEXT = 8000

/** How a cell stands. */
export function statusOf({ samples, unsupported }: Pick<CellRecord, 'samples' | 'unsupported'>): Cell['status'] {
  if (unsupported) return 'unsupported'
  if (samples.some(({ failure }) => failure !== null)) return 'failed'
  return samples.length > 0 ? 'ok' : 'skipped'
}

function seconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
