import type { Mount } from './engine.ts'

/** The names of the parts of a sample's slot (its fresh directory, volume or container). */
export interface SlotNames {
  /** The new host directory, for scenarios that need one. */
  hostDirectory: string
  /** The new volume, for scenarios that need one. */
  volume: string
}

/** The properties of the target directory, as the agent observed them where the work runs. */
export interface EffectiveTarget {
  filesystem: string
  mounted: boolean
}

/** Facts about this host that the user declares, because they cannot be detected. */
export interface HostDeclarations {
  /** A directory of the host that a server exports, with the way in which the engine mounts it. */
  nfs: { directory: string; address: string; path: string; options: string } | null
  /** A directory of the host that is synchronised with the engine's VM (synchronized file shares, Mutagen). */
  synced: string | null
}

/** The location of a workload's files. Each scenario is one file in `scenarios/`. */
export interface Scenario {
  id: string
  /** The title in tables and charts. */
  title: string
  /** The location as the end of a sentence, such as `on a bind mount`. */
  where: string
  /** One sentence for `plimsoll list`. */
  summary: string
  /** Where the work runs: on the host, in the engine's VM outside any container, or in a container. */
  runs: 'host' | 'machine' | 'container'
  /** The position in tables. It is higher if the files are further from the host. */
  position: number
  /** Whether a host directory is part of the slot. */
  usesHostDirectory: boolean
  /** Whether the scenario supports only workloads with a `hot` directory. */
  needsHot?: true
  /** The directory that contains the slots' parent folders. The default is the run's directory of slots. */
  hostRoot?(run: string, declared: HostDeclarations): string | undefined
  /** Why this host does not support the scenario. Null if it does. */
  unsupported?(declared: HostDeclarations): string | null
  /**
   * Mounts for a target directory inside the container. `hot` is the workload's busiest subdirectory, if the workload
   * has one.
   */
  mounts(target: string, hot: string | null, slot: SlotNames): Mount[]
  /** Options for the engine's volume, if they differ from the defaults. */
  volumeOptions?(slot: SlotNames, declared: HostDeclarations): Readonly<Record<string, string>>
  /** Whether written files reach the host with a delay. The delay is then measured. */
  settles?: boolean
  /** Why the observed target directory contradicts this scenario. Null if it does not. */
  contradiction(target: EffectiveTarget): string | null
}
