import type {
  Cell,
  Citation,
  Confidence,
  EffectiveAmount,
  EffectiveLine,
  Engine,
  Host,
  RunDocument,
} from '@plimsoll/schema'

/** What a transcription knows; everything else of the document is null, because the source does not say. */
export interface Transcription {
  citation: Citation
  startedAt: string
  finishedAt: string
  host: Host
  engines: Engine[]
  rounds: number
  notes: RunDocument['notes']
  cells: Cell[]
}

/** A run document of docker-for-mac-bench, from what its author published. */
export function transcribedRun(known: Transcription): RunDocument {
  return {
    schemaVersion: 1,
    suite: { name: 'docker-for-mac-bench', version: 1, digest: null },
    startedAt: known.startedAt,
    finishedAt: known.finishedAt,
    status: 'complete',
    origin: { kind: 'transcribed', citation: known.citation },
    source: null,
    harness: { name: 'docker-for-mac-bench (make)', version: 'not recorded', commit: null, agentDigest: null },
    host: known.host,
    conditions: { before: null, after: null },
    engines: known.engines,
    images: [],
    design: {
      seed: null,
      rounds: known.rounds,
      warmups: 0,
      looks: [],
      threshold: null,
      level: null,
      engines: 'unknown',
      planDigest: null,
    },
    division: 'standard',
    deviations: [],
    disclosure: { submitter: null, funding: null, generallyAvailable: null },
    licence: 'NOASSERTION',
    calibration: { spawn: [] },
    notes: known.notes,
    cells: known.cells,
  }
}

/** One row of the source: the times of its runs, in ns, in the order of the source. */
export function transcribedCell(scenario: string, engine: string | null, order: number, times: number[]): Cell {
  return {
    workload: 'npm-install',
    workloadDigest: null,
    params: { tree: 'create-react-app' },
    scenario,
    engine,
    arm: null,
    target: null,
    metrics: [{ name: 'duration', unit: 'ns', better: 'lower', primary: true }],
    status: 'ok',
    reason: null,
    samples: times.map((duration, round) => ({
      round,
      order,
      slot: null,
      offset: null,
      warmup: false,
      cpu: null,
      values: { duration },
      failure: null,
    })),
  }
}

/** What is known of an engine's effective configuration; what is left out is unknown. */
export function effectiveConfiguration(
  confidence: Confidence,
  known: { vmType?: string; mountType?: string; cpus?: number; memory?: number },
): Engine['effective'] {
  const line = (value?: string): EffectiveLine => (value === undefined ? unknown : { value, confidence })
  const amount = (value?: number): EffectiveAmount => (value === undefined ? unknown : { value, confidence })
  return {
    vmType: line(known.vmType),
    mountType: line(known.mountType),
    cpus: amount(known.cpus),
    memory: amount(known.memory),
    kernel: unknown,
    storageDriver: unknown,
    cgroupVersion: unknown,
  }
}

const unknown = { value: null, confidence: 'unknown' as const }
