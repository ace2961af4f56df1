import type { Metric, RoundsRule } from '@plimsoll/schema'
import type { Lifecycle } from '../engine.ts'

export type Params = Readonly<Record<string, string | number>>

/** Whether a benchmark's params have all the values of a selection. */
export function hasParams(params: Params, selection: Params): boolean {
  return Object.entries(selection).every(([name, value]) => params[name] === value)
}

/** A metric of the run document, and the source of its values. */
export interface WorkloadMetric extends Metric {
  from:
    | 'wall'
    | 'cpu'
    | 'repeat'
    | { phase: keyof Lifecycle }
    | { json: string; times?: number }
    | { regex: string; times?: number }
}

/** Stands for the image of a workload that runs only on the host. */
export interface NoImage {
  none: true
}

/** The source of the image for a workload's containers. */
export type ImageSource =
  | NoImage
  | { target: string; arguments?: Record<string, string> }
  | { name: string }
  | { dockerfile: string; context?: string; target?: string; arguments?: Record<string, string> }

export type KindName = 'command' | 'container-start' | 'image-pull' | 'network' | 'memory' | 'file-events'

/** A program that runs beside the work, in a container of its own, such as a database. */
export interface Service {
  image: string
  /** The arguments of the image's program. */
  command?: string[]
  environment?: Record<string, string>
  /** A command that exits with 0 in the container once the service can be used. */
  healthy: string[]
}

/** One workload file: the work, the source of its files, and the conditions to verify afterwards. */
export interface Workload {
  /** The absolute path of the project that owns the workload. Null for the catalog. The path is never published. */
  project: string | null
  workload: string
  kind: KindName
  title: string
  question: string
  origin?: string
  timed?: string
  differs?: string
  image: ImageSource
  toolchain: string[]
  /** Directories of the image's /opt/plimsoll. They are copied to the host for work outside containers. */
  fromImage: string[]
  params: Record<string, (string | number)[]>
  copy: { from: string; to: string }[]
  /** Paths of the project, `./…`, that belong to what the workload is. All other files of the project are what it measures. */
  fixtures?: string[]
  /** SHA-256 of each input that `copy` takes from the project, computed when the workload was read. */
  copied: { part: string; digest: string }[]
  hot: string | null
  /**
   * The command that runs once, before the first sample, and whose result every sample gets: what it leaves in the target,
   * and in a container's layer. It has a network. Absent if there is none.
   */
  setup?: string[]
  /** The command that runs before the timed command and is not timed itself. */
  prepare: string[]
  run: string[]
  /** The number of executions per sample. */
  times: number
  environment: Record<string, string>
  /** HOME in a container: the image's, or the slot. Absent in the catalog, whose work has the slot as HOME. */
  home?: 'image' | 'slot'
  /** Texts that the command prints if the environment cannot do the work at all, each with the reason. */
  unsupported: { says: string; because: string }[]
  /** The resource limits of the container. */
  limits?: { cpus: number }
  /** The services that run beside each sample, by their host names. Absent if there are none. */
  services?: Record<string, Service>
  /** Whether to remove the slot (the fresh directory, volume or container of a sample) right after the sample. */
  discard: boolean
  /** The time limit in seconds. */
  timeout: number
  /** The limit of the captured output, in bytes. */
  output: number
  metrics: WorkloadMetric[]
  verify: { params: Record<string, string | number>; directory: string; files: number; links: number }[]
  /** How much samples with these params write at once, at most. Empty for workloads of a project. */
  writes: { params: Params; mebibytes: number }[]
  /** Whether the work removes many files. Absent for workloads of a project. */
  removes?: true
  scenarios: string[]
}

/** One file of `suites/`: a named, versioned, frozen selection of benchmarks and rounds. */
export interface Suite {
  suite: string
  version: number
  purpose: string
  /** How the run sets the rounds of the benchmarks with `adapt`. Absent if all rounds are fixed. */
  roundsRule?: RoundsRule
  /** The suite with less work that a run measures where this one takes too long. */
  smaller?: string
  benchmarks: {
    workload: string
    params: Record<string, string | number>
    scenarios: string[]
    /** The number of measured rounds; with `adapt`, the maximum. */
    rounds: number
    warmups: number
    adapt?: true
  }[]
}
