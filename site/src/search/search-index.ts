/** The status of a transcription whose source has newer data. */
export const REPLACED = 'replaced by newer data of its source'

/** A run in the form in which lists and the search show it. */
export interface RunEntry {
  id: string
  /** The time at which the run started, ISO 8601. A source may give only the day. */
  startedAt: string
  suite: string
  suiteVersion: number
  /** The kind of the run: `run` or `check`. */
  kind: string
  /** The family of the operating system: `linux`, `macos` or `unknown`. */
  os: string
  /** The name and version of the operating system. */
  system: string
  cpu: string
  provenanceLevel: string
  /** The origin of the figures: `measured`, `transcribed`, `imported`, or `generated` if a program made them up. */
  origin: string
  /** The name of the repository, `owner/name`; empty if the document names none. */
  project: string
  /** The key of the project, `id:1001`; empty if no signature proves which repository submitted the run. */
  projectKey: string
  engines: { slug: string; title: string }[]
  workloads: string[]
  scenarios: string[]
  /** The figure that stands for the run, for example `npm-ci small on bind: 1.50×`; empty without one. */
  figure: string
  /**
   * The status of the run, `complete` or `partial`, and what limits its use: the number of benchmarks without a result
   * (such a run is not called complete), `generated, not measured`, `superseded`, `withdrawn`, `unreliable` or
   * `replaced by newer data of its source`.
   */
  status: string[]
  /** For a check, the number of each verdict, or that the check is unreliable. Empty for other runs. */
  counts: string
  /** For a transcription, the version of the source, if the source has several; else empty. */
  sourceVersion: string
  benchmarks: number
  samples: number
}

/** The search index, `data/search.json`. */
export interface SearchIndex {
  /** All runs, newest first. */
  runs: RunEntry[]
}
