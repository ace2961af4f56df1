// Generated from run.v1.schema.json by `node schema/generate.ts`: change the schema, not this file.

export type Name = string
export type Digest = string
/**
 * UTC; a transcribed run may know only the day.
 */
export type Time = string
export type Origin = MeasuredOrigin | TranscribedOrigin
/**
 * No control characters, no line breaks, no bidirectional overrides: other people's terminals and pages print it.
 */
export type Line = string
export type OptionalLine = Line | null
/**
 * An integer in base units: nanoseconds, bytes or operations.
 */
export type Amount = number
export type Confidence = 'observed' | 'declared' | 'inferred' | 'unknown'
export type OptionalAmount = number | null
/**
 * The id of an entry of engines; null for work on the host itself.
 */
export type EngineReference = Name | null
export type Count = number
/**
 * A list where one execution yields many values.
 */
export type Amounts = Amount | Amount[]
export type Text = string

/**
 * One execution of one suite: every raw sample, and everything needed to judge it. Raw values are integers in base units; rates, ratios and statistics are derived, never stored.
 */
export interface RunDocument {
  schemaVersion: 1
  suite: {
    name: Name
    version: number
    /**
     * SHA-256 of the frozen suite file; null where the source published none.
     */
    digest: Digest | null
  }
  startedAt: Time
  finishedAt: Time
  status: 'complete' | 'partial'
  origin: Origin
  /**
   * The version-controlled project a run belongs to; null when it belongs to none.
   */
  source: Source | null
  harness: {
    name: Line
    version: Line
    commit: string | null
    /**
     * SHA-256 over the agent binaries that took the times; null for transcribed runs.
     */
    agentDigest: Digest | null
  }
  host: Host
  /**
   * How busy the machine was. null for transcribed runs.
   */
  conditions: {
    before: Conditions | null
    after: Conditions | null
  }
  /**
   * @maxItems 64
   */
  engines: Engine[]
  /**
   * @maxItems 256
   */
  images: Image[]
  design: Design
  /**
   * standard: the suite as frozen. modified: anything else, with its deviations.
   */
  division: 'standard' | 'modified'
  /**
   * @maxItems 64
   */
  deviations: Line[]
  /**
   * Declared by whoever ran it; null where nothing was declared.
   */
  disclosure: {
    submitter: Line | null
    funding: Line | null
    generallyAvailable: boolean | null
  }
  /**
   * No control characters, no line breaks, no bidirectional overrides: other people's terminals and pages print it.
   */
  licence: string
  calibration: {
    /**
     * The agent spawning and reaping its own no-op, per engine and round: what the instrument itself costs.
     *
     * @maxItems 100000
     */
    spawn: {
      engine: EngineReference
      round: Count
      /**
       * ns
       *
       * @minItems 1
       * @maxItems 10000
       */
      values: Amount[]
    }[]
  }
  /**
   * @maxItems 256
   */
  notes: Note[]
  /**
   * @maxItems 10000
   */
  benchmarks: Benchmark[]
}
export interface MeasuredOrigin {
  kind: 'measured'
}
export interface TranscribedOrigin {
  kind: 'transcribed'
  citation: Citation
}
export interface Citation {
  title: Line
  /**
   * @minItems 1
   * @maxItems 32
   */
  authors: Line[]
  published: Time
  url: string
  /**
   * No control characters, no line breaks, no bidirectional overrides: other people's terminals and pages print it.
   */
  version?: string
}
export interface Source {
  repository: string | null
  commit: string | null
  ref: OptionalLine
  pullRequest: number | null
  workflowRun: number | null
}
/**
 * An allow-list: never a host name, user name, path or serial number.
 */
export interface Host {
  os: {
    family: 'linux' | 'macos'
    name: Line
    version: OptionalLine
  }
  kernel: OptionalLine
  architecture: 'x64' | 'arm64' | 'unknown'
  cpu: {
    model: OptionalLine
    /**
     * logical CPUs
     */
    count: number | null
  }
  /**
   * bytes
   */
  memory: number | null
  /**
   * Where native and bind-mounted files lay.
   */
  target: {
    filesystem: OptionalLine
    disk: 'solid-state' | 'rotating' | 'memory' | 'virtual' | 'unknown'
  }
  power: 'mains' | 'battery' | 'low-power' | 'unknown'
  runner: {
    kind: 'local' | 'github-hosted' | 'self-hosted' | 'unknown'
    label: OptionalLine
  }
  virtualization: {
    kind: 'none' | 'vm' | 'container' | 'unknown'
    nested: boolean | null
    accelerator: OptionalLine
  }
}
export interface Conditions {
  /**
   * one-minute load average
   */
  loadAverage: number | null
  /**
   * bytes available
   */
  freeMemory: number | null
  otherContainers: number | null
  otherVirtualMachines: number | null
  /**
   * share of CPU time taken by the hypervisor, over a fifth of a second
   */
  stealRatio: number | null
}
export interface Engine {
  id: Name
  /**
   * No control characters, no line breaks, no bidirectional overrides: other people's terminals and pages print it.
   */
  product: string
  version: OptionalLine
  /**
   * What the engine was asked for; an absent setting was not asked for.
   */
  requested: {
    vmType?: Line
    mountType?: Line
    cpus?: number
    memory?: Amount
    kernel?: Line
    storageDriver?: Line
    cgroupVersion?: number
  }
  effective: {
    vmType: EffectiveLine
    mountType: EffectiveLine
    cpus: EffectiveAmount
    memory: EffectiveAmount
    kernel: EffectiveLine
    storageDriver: EffectiveLine
    cgroupVersion: EffectiveAmount
    accelerator?: EffectiveLine1
  }
}
export interface EffectiveLine {
  value: OptionalLine
  confidence: Confidence
}
export interface EffectiveAmount {
  value: OptionalAmount
  confidence: Confidence
}
/**
 * What runs the CPU of its virtual machine: kvm, hvf, …; tcg is emulation, which is compared with nothing outside itself. Absent where there is no virtual machine, or it is not known.
 */
export interface EffectiveLine1 {
  value: OptionalLine
  confidence: Confidence
}
export interface Image {
  name: Line
  engine: EngineReference
  /**
   * the image's configuration digest (its id in the engine)
   */
  digest: string
  origin: 'built' | 'pulled'
  /**
   * SHA-256 of the sorted list of installed packages and versions
   */
  packagesDigest: Digest | null
}
export interface Design {
  seed: number | null
  /**
   * planned rounds that count, the largest over all benchmarks
   */
  rounds: number
  warmups: Count
  /**
   * rounds at which a check is judged; empty for a plain run
   *
   * @maxItems 64
   */
  looks: number[]
  /**
   * of a check: the smallest change that is reported, 0.05 for 5%
   */
  threshold: number | null
  /**
   * of a check: the probability of any false positive in all its benchmarks and looks where nothing changed, 0.01 for 1%
   */
  level: number | null
  /**
   * of a check: what its variants are
   */
  variants?: {
    base: VariantOrigin
    head: VariantOrigin
  }
  engines: 'interleaved' | 'sequential' | 'unknown'
  /**
   * SHA-256 of the plan, written down before the first sample
   */
  planDigest: Digest | null
}
export interface VariantOrigin {
  /**
   * of the project's repository, where its files are as committed
   */
  commit: string | null
  /**
   * The id of an entry of engines; null for work on the host itself.
   */
  engine: Name | null
  /**
   * the image that this variant's own workloads ran in, in place of theirs
   */
  image: Line | null
}
export interface Note {
  code: Name
  text: Line
}
export interface Benchmark {
  workload: Name
  workloadDigest: Digest | null
  params: {
    [k: string]: Line | Amount | boolean
  }
  scenario: Name
  engine: EngineReference
  /**
   * Which of the two things a check compares; second-base does the work of base once more, in slots of its own: with base it is the null pair.
   */
  variant: 'base' | 'head' | 'second-base' | null
  /**
   * Read back inside the variant, not what was asked for; null where no sample could tell.
   */
  target: null | EffectiveTarget
  /**
   * @minItems 1
   * @maxItems 64
   */
  metrics: Metric[]
  status: 'ok' | 'failed' | 'skipped' | 'unsupported'
  /**
   * Why it is not ok; null when it is.
   */
  reason: string | null
  /**
   * @maxItems 100000
   */
  samples: Sample[]
  /**
   * Only in transcribed runs whose source gives no raw values.
   *
   * @maxItems 64
   */
  summary?: Summary[]
}
export interface EffectiveTarget {
  /**
   * No control characters, no line breaks, no bidirectional overrides: other people's terminals and pages print it.
   */
  filesystem: string
  /**
   * whether the target is a mount of its own there
   */
  mounted: boolean
}
export interface Metric {
  name: Name
  unit: 'ns' | 'bytes' | 'operations'
  better: 'lower' | 'higher'
  primary: boolean
  /**
   * The metric of the same benchmark this one is divided by, where what is compared is a rate or a share (bytes per ns of duration).
   */
  per?: string
}
export interface Sample {
  /**
   * 0-based, warm-up rounds first
   */
  round: number
  /**
   * 0-based position within the shuffled round
   */
  order: number
  /**
   * The fresh slot it ran in.
   */
  slot: Name | null
  /**
   * ns from the start of the run to the start of this sample
   */
  offset: number | null
  warmup: boolean
  cpu: null | CpuTime
  /**
   * By metric name; empty when the sample failed. A sample that went well has its primary metric; another is missing where there was nothing to measure (no event came).
   */
  values: {
    [k: string]: Amounts
  }
  /**
   * What went wrong, with the tail of the output. A failed sample has no values.
   */
  failure: Text | null
}
/**
 * ns, of the timed command and the children it waited for
 */
export interface CpuTime {
  user: Amount
  system: Amount
}
export interface Summary {
  metric: Name
  n: number | null
  mean?: Amount
  median?: Amount
  minimum?: Amount
  maximum?: Amount
  standardDeviation?: Amount
}
