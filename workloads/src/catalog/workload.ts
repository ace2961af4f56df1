import type { Metric } from '@plimsoll/schema'
import type { Lifecycle } from '../engine.ts'

export type Params = Readonly<Record<string, string | number>>

/** A metric of the run document, and the source of its values. */
export interface WorkloadMetric extends Metric {
  from:
    | 'wall'
    | 'repeat'
    | { phase: keyof Lifecycle }
    | { json: string; times?: number }
    | { regex: string; times?: number }
}

/** The source of the image for a workload's containers. */
export type ImageSource =
  | { target: string; arguments?: Record<string, string> }
  | { name: string }
  | { dockerfile: string; context?: string; target?: string; arguments?: Record<string, string> }

export type KindName = 'command' | 'container-start' | 'image-pull' | 'network' | 'memory' | 'file-events'

/** One workload file: the work, the source of its files, and the conditions to verify afterwards. */
export interface Workload {
  /** absolute path of the project that owns the workload, or null for the catalog; never published */
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
  /** directories of the image's /opt/plimsoll to copy to the host for work outside containers */
  fromImage: string[]
  params: Record<string, (string | number)[]>
  copy: { from: string; to: string }[]
  /** SHA-256 of each input that `copy` takes from the project, as of reading the workload */
  copied: { part: string; digest: string }[]
  hot: string | null
  /** runs before the timed command, untimed */
  prepare: string[]
  run: string[]
  /** number of executions per sample */
  times: number
  environment: Record<string, string>
  /** text that the command prints if the environment cannot do the work at all, and the reason */
  unsupported: { says: string; because: string }[]
  /** resource limits of the container */
  limits?: { cpus: number }
  /** whether to remove the slot right after the sample */
  discard: boolean
  /** in seconds */
  timeout: number
  /** limit of the captured output, in bytes */
  output: number
  metrics: WorkloadMetric[]
  verify: { params: Record<string, string | number>; directory: string; files: number; links: number }[]
  scenarios: string[]
}

/** One file of `suites/`: a named, versioned, frozen selection of benchmarks and rounds. */
export interface Suite {
  suite: string
  version: number
  purpose: string
  benchmarks: {
    workload: string
    params: Record<string, string | number>
    scenarios: string[]
    rounds: number
    warmups: number
  }[]
}
