// Generated from run.v1.schema.json by `node schema/generate.ts`: change the schema, not this file.

export type Name = string
export type Digest = string
/**
 * UTC; in a transcribed or imported run possibly only the day.
 */
export type Time = string
export type Origin = MeasuredOrigin | TranscribedOrigin | ImportedOrigin
/**
 * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
 */
export type Line = string
export type OptionalLine = Line | null
/**
 * The id of an entry of engines; null for work on the host.
 */
export type EngineReference = Name | null
/**
 * An integer in base units: nanoseconds, bytes or operations.
 */
export type Amount = number
export type Confidence = 'observed' | 'declared' | 'inferred' | 'unknown'
export type OptionalAmount = number | null
export type Count = number
/**
 * A list if one execution yields several values.
 */
export type Amounts = Amount | Amount[]
export type Text = string

/**
 * One run of one suite: every raw sample, and everything needed to judge it. Raw values are integers in base units; rates, ratios and statistics are derived, never stored.
 */
export interface RunDocument {
  schemaVersion: 1
  suite: {
    name: Name
    version: number
    /**
     * SHA-256 of the frozen suite file; null if the source published no suite.
     */
    digest: Digest | null
  }
  startedAt: Time
  finishedAt: Time
  status: 'complete' | 'partial'
  origin: Origin
  /**
   * The version-controlled project of the run; null if it has none.
   */
  source: Source | null
  harness: {
    name: Line
    version: Line
    commit: string | null
    /**
     * SHA-256 of the agent binaries that measured the times; null for transcribed runs.
     */
    agentDigest: Digest | null
  }
  host: Host
  /**
   * The load of the host before and after the run; null for transcribed runs.
   */
  conditions: {
    before: Conditions | null
    after: Conditions | null
  }
  replicates?: Replication
  /**
   * The file systems where the work wrote; absent if nothing was read.
   *
   * @maxItems 256
   */
  storage?: StorageLocation[]
  /**
   * How the processes of the host and of each engine ran; absent if nothing was read.
   *
   * @maxItems 65
   */
  environments?: Environment[]
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
   * standard: the suite as frozen. modified: any other run, with its deviations.
   */
  division: 'standard' | 'modified'
  /**
   * @maxItems 64
   */
  deviations: Line[]
  /**
   * Statements of the person who measured the run; null if not stated.
   */
  disclosure: {
    submitter: Line | null
    funding: Line | null
    generallyAvailable: boolean | null
  }
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  licence: string
  calibration: {
    /**
     * The cost of the agent itself, per engine and round: the time it takes to start its own no-op and wait for it.
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
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  version?: string
}
/**
 * Another program measured, and its results were converted.
 */
export interface ImportedOrigin {
  kind: 'imported'
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  tool: string
}
export interface Source {
  repository: string | null
  commit: string | null
  ref: OptionalLine
  pullRequest: number | null
  workflowRun: number | null
}
/**
 * Only these properties: never a host name, user name, path or serial number.
 */
export interface Host {
  os: {
    /**
     * unknown only in imported runs
     */
    family: 'linux' | 'macos' | 'unknown'
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
   * The file system and disk of native and bind-mounted files.
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
   * share of CPU time taken by the hypervisor, over 0.2 s
   */
  stealRatio: number | null
}
/**
 * The run that this run repeats; absent if it repeats none.
 */
export interface Replication {
  /**
   * The hash of the earlier document.
   */
  document: string
  /**
   * anew: every container image was built or pulled again.
   */
  images: 'anew' | 'same' | 'unknown'
  /**
   * anew: every engine was started again.
   */
  engine: 'anew' | 'same' | 'unknown'
  /**
   * anew: the machine was started again.
   */
  machine: 'anew' | 'same' | 'unknown'
}
/**
 * A file system where the work of a run wrote. Never a path, a device name, a UUID or a server.
 */
export interface StorageLocation {
  engine: EngineReference
  /**
   * target: native and bind-mounted files. volume: named volumes. layer: the writable layers of containers.
   */
  location: 'target' | 'volume' | 'layer'
  /**
   * type of the file system
   */
  filesystem: Name | null
  /**
   * whether it keeps a journal; null if unknown
   */
  journal: boolean | null
  /**
   * seconds between commits of the journal if it is not the default; null for the default or if unknown
   */
  commitInterval: number | null
  /**
   * whether it is mounted with discard
   */
  discard: boolean | null
  /**
   * whether it is on the same device as native, under the same kernel
   */
  sameDeviceAsHost: boolean | null
  /**
   * seconds from the last removal of files by Plimsoll on this machine to the first sample; null if none is known
   */
  sinceRemoval: number | null
  /**
   * seconds of rest before the first sample
   */
  rested: number
}
/**
 * How processes ran, as a process there observed it.
 */
export interface Environment {
  engine: EngineReference
  /**
   * the C library of the commands; null if unknown
   */
  libc: 'glibc' | 'musl' | 'other' | null
  /**
   * CPUs that a process may use
   */
  cpus: number | null
  /**
   * CPUs that the cgroup allows; null without a limit or if unknown
   */
  cpuLimit: number | null
  /**
   * bytes that the cgroup allows; null without a limit or if unknown
   */
  memoryLimit: number | null
  /**
   * whether system calls are filtered
   */
  seccomp: boolean | null
  /**
   * whether memory that the run needs was touched before its first write; unhandled: the host may have had to find pages during a sample
   */
  firstTouch: 'handled' | 'unhandled' | 'unknown'
}
export interface Engine {
  id: Name
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  product: string
  version: OptionalLine
  /**
   * The requested settings; an absent setting was not requested.
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
    privileges?: EffectiveLine2
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
 * The accelerator of its virtual machine: kvm, hvf, …; tcg is emulation, whose times are compared only with each other. Absent if there is no virtual machine, or if it is unknown.
 */
export interface EffectiveLine1 {
  value: OptionalLine
  confidence: Confidence
}
/**
 * rootless if the engine runs without the rights of root, otherwise rootful. Absent if the engine does not report it.
 */
export interface EffectiveLine2 {
  value: OptionalLine
  confidence: Confidence
}
export interface Image {
  name: Line
  engine: EngineReference
  /**
   * the image's id in the engine. The same image may have another id in another engine
   */
  digest: string
  /**
   * SHA-256 of the image's content: its architecture, its layers in their order, and the parts of its configuration that affect a container. The same in every engine; absent in older documents
   */
  contentDigest?: string
  origin: 'built' | 'pulled'
  /**
   * SHA-256 of the sorted list of installed packages and versions
   */
  packagesDigest: Digest | null
}
export interface Design {
  seed: number | null
  /**
   * planned measured rounds, without warm-ups; the maximum over all benchmarks
   */
  rounds: number
  roundsRule?: RoundsRule
  warmups: Count
  /**
   * rounds after which a check is analysed; empty for a plain run
   *
   * @maxItems 64
   */
  looks: number[]
  /**
   * of a check: the smallest change that is reported, 0.05 for 5%
   */
  threshold: number | null
  /**
   * of a check: the maximum probability of any false positive, over all benchmarks and looks, 0.01 for 1%
   */
  level: number | null
  /**
   * of a check: its variants
   */
  variants?: {
    base: VariantOrigin
    head: VariantOrigin
  }
  engines: 'interleaved' | 'sequential' | 'unknown'
  /**
   * SHA-256 of the plan, recorded before the first sample
   */
  planDigest: Digest | null
}
/**
 * How the rounds of each workload were set once, after the first rounds; absent if the rounds were fixed.
 */
export interface RoundsRule {
  /**
   * measured rounds before the number of rounds is set
   */
  after: number
  /**
   * the half-width wanted for the 95% interval of a ratio, 0.09 for 9%
   */
  halfWidth: number
  /**
   * the longest time for all rounds, in seconds
   */
  longest: number
}
export interface VariantOrigin {
  /**
   * of the project's repository, if its files are as committed
   */
  commit: string | null
  /**
   * The id of an entry of engines; null for work on the host.
   */
  engine: Name | null
  /**
   * the image that replaced the image of the project's workloads in this variant
   */
  image: Line | null
}
export interface Note {
  code: Name
  text: Line
}
export interface Benchmark {
  workload: Name
  /**
   * SHA-256 of everything that is measured: the workload's file, and all files of its project that it takes; null if a transcribed source does not state it.
   */
  workloadDigest: Digest | null
  /**
   * SHA-256 of what a project's own workload is: its file without texts for readers, and its fixtures. It stays the same when only the measured code changes. Absent for a workload of the catalog, of which the workload digest says both.
   */
  definitionDigest?: string
  params: {
    [k: string]: Line | Amount | boolean
  }
  scenario: Name
  engine: EngineReference
  /**
   * The variant of a check. second-base repeats the work of base in separate slots; with base it is the null pair.
   */
  variant: 'base' | 'head' | 'second-base' | null
  /**
   * Repeats the work of the benchmark with the same properties, in slots of its own, to check the run against itself. Absent for other benchmarks.
   */
  control?: true
  /**
   * The target as observed where the work ran, not as requested; null if no sample observed it.
   */
  target: null | EffectiveTarget
  /**
   * @minItems 1
   * @maxItems 64
   */
  metrics: Metric[]
  status: 'ok' | 'failed' | 'skipped' | 'unsupported'
  /**
   * Why the status is not ok; null if it is ok.
   */
  reason: string | null
  /**
   * @maxItems 100000
   */
  samples: Sample[]
  /**
   * Only in transcribed runs whose source has no raw values.
   *
   * @maxItems 64
   */
  summary?: Summary[]
}
export interface EffectiveTarget {
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  filesystem: string
  /**
   * whether the target is a mount point there
   */
  mounted: boolean
}
export interface Metric {
  name: Name
  unit: 'ns' | 'bytes' | 'operations'
  better: 'lower' | 'higher'
  primary: boolean
  /**
   * The metric of the same benchmark that divides this one, for a rate or a share (bytes per ns of duration).
   */
  per?: string
  /**
   * The clock of a time that the agent measured: wall is the wall-clock time of the command whose CPU time the samples have, cpu its CPU time. Absent for other sources.
   */
  clock?: 'wall' | 'cpu'
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
   * The fresh slot of the sample.
   */
  slot: Name | null
  /**
   * ns from the start of the run to the start of this sample
   */
  offset: number | null
  warmup: boolean
  cpu: null | CpuTime
  usage?: ResourceUsage
  /**
   * By metric name; empty if the sample failed. A successful sample has its primary metric; another metric is missing if there was nothing to measure (no event arrived).
   */
  values: {
    [k: string]: Amounts
  }
  /**
   * The error, with the end of the output; null if the sample succeeded. A failed sample has no values.
   */
  failure: Text | null
}
/**
 * in ns, of all executions of the timed command and the children it waited for
 */
export interface CpuTime {
  user: Amount
  system: Amount
}
/**
 * Counts of the timed command and the children it waited for, from wait4; absent if they were not read.
 */
export interface ResourceUsage {
  minorFaults: Amount
  majorFaults: Amount
  voluntarySwitches: Amount
  involuntarySwitches: Amount
  /**
   * An integer in base units: nanoseconds, bytes or operations.
   */
  blockInput: number
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
