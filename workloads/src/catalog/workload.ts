import type { Metric } from '@plimsoll/schema'
import type { Lifecycle } from '../engine.ts'

export type Params = Readonly<Record<string, string | number>>

/** A metric of the run document, and where its values come from. */
export interface WorkloadMetric extends Metric {
  from:
    | 'wall'
    | 'repeat'
    | { phase: keyof Lifecycle }
    | { json: string; times?: number }
    | { regex: string; times?: number }
}

/** What containers of a workload are made from. */
export type ImageSource =
  | { target: string; arguments?: Record<string, string> }
  | { name: string }
  | { dockerfile: string; context?: string; target?: string; arguments?: Record<string, string> }

export type KindName = 'command' | 'container-start' | 'image-pull' | 'network' | 'memory' | 'file-events'

/** One workload file: the work, where its files come from, and what must be true afterwards. */
export interface Workload {
  /** absolute path of the project whose own it is, or null for one of the catalog; it leaves this machine in nothing */
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
  /** directories of the image's /opt/plimsoll that work on the host gets out of it */
  fromImage: string[]
  params: Record<string, (string | number)[]>
  copy: { from: string; to: string }[]
  /** SHA-256 of each thing that `copy` takes from its project, as it was when the workload was read */
  copied: { part: string; digest: string }[]
  hot: string | null
  /** run before, untimed */
  prepare: string[]
  run: string[]
  /** how often it is run in one sample */
  times: number
  environment: Record<string, string>
  /** what the command prints where the environment cannot do the work at all, and why that is */
  unsupported: { says: string; because: string }[]
  /** what the container may use */
  limits?: { cpus: number }
  /** whether the slot is removed right after the sample */
  discard: boolean
  /** seconds */
  timeout: number
  /** bytes of the command's output that are kept */
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
