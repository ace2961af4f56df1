// Generated from request.schema.json by `node schema/generate.ts`: change the schema, not this file.

export type Names = string[]
export type Path = string

/**
 * A request to measure, from the command or the action. The action writes it for `plimsoll run --request`. An empty list selects everything. It has no secrets.
 */
export interface MeasureRequest {
  /**
   * The folder whose own workloads can be named.
   */
  project: string
  /**
   * A workload that is in no file, with the fields of a workload file. It is measured alone.
   */
  command?: {
    [k: string]: unknown
  }
  suite?: string
  workloads: Names
  params: {
    workload?: string
    name: string
    value: string
  }[]
  scenarios: Names
  /**
   * Ids of engines, or `all`, or `none`.
   *
   * @minItems 1
   */
  engines: string[]
  rounds?: number
  seed?: number
  budget?: {
    text: string
    seconds: number
  }
  /**
   * Whether the run does not rest before the first sample.
   */
  noRest?: boolean
  /**
   * The name that citations of the run give.
   */
  author?: string
  /**
   * The variants of a check; null for a plain run.
   */
  variants: null | {
    base: Variant
    head: Variant
  }
  alpha?: number
  threshold?: number
  /**
   * The directory of native and bind-mounted files.
   */
  dir?: string
  /**
   * The path of the run document.
   */
  out?: string
  /**
   * The path of the journal; if given, the journal is kept.
   */
  journal?: string
  ssh?: {
    destination: string
    config: string | null
    share: null | {
      host: string
      machine: string
    }
  }
  setUp?: {
    context: string
    requested: Requested
    emulated: boolean
  }
  declared: {
    nfs: null | {
      directory: string
      address: string
      path: string
      options: string
    }
    synced: string | null
  }
  /**
   * Notes for the run document.
   */
  notes?: Note[]
}
export interface Variant {
  directory: Path
  engine: string | null
  image: string | null
}
/**
 * The requested settings; an absent setting was not requested.
 */
export interface Requested {
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  vmType?: string
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  mountType?: string
  cpus?: number
  /**
   * An integer in base units: nanoseconds, bytes or operations.
   */
  memory?: number
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  kernel?: string
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  storageDriver?: string
  cgroupVersion?: number
}
export interface Note {
  code: string
  /**
   * Text on one line, without invisible characters (controls, zero-width and direction-changing characters and their like), because terminals and pages show it.
   */
  text: string
}
