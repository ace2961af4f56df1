import { readdirSync } from 'node:fs'
import type { Mount } from './engine.ts'

/** The names a sample's fresh slot is made of. */
export interface SlotNames {
  /** fresh host directory, for scenarios that need one */
  hostDirectory: string
  /** fresh volume, for scenarios that need one */
  volume: string
}

/** What was read back where the work ran. */
export interface EffectiveTarget {
  filesystem: string
  mounted: boolean
}

/** What the user says of this machine, because it cannot be found out. */
export interface Declared {
  /** a directory of the host that a server exports, and how the engine mounts it */
  nfs: { directory: string; address: string; path: string; options: string } | null
  /** a directory of the host that is kept in step with the engine's machine (synchronized file shares, Mutagen) */
  synced: string | null
}

/** Where the files of a workload live. One file in `scenarios/` each; the file name is the id. */
export interface Scenario {
  id: string
  /** for tables and charts */
  title: string
  /** one sentence for `plimsoll list` */
  summary: string
  /** on the host, in the engine's machine outside of any container, or in a container */
  runs: 'host' | 'machine' | 'container'
  /** its place in tables: the further the files are from the host, the higher */
  position: number
  /** whether a host directory is part of the slot */
  usesHostDirectory: boolean
  /** Where its host directories are made, if not among the run's slots. */
  hostRoot?(run: string, declared: Declared): string | undefined
  /** Why this host cannot have it at all, or null. */
  unsupported?(declared: Declared): string | null
  /** Mounts for a target directory inside the container; `hot` is the workload's busiest subdirectory, if it has one. */
  mounts(target: string, hot: string | null, slot: SlotNames): Mount[]
  /** How the engine makes its volume, where that is not its own default. */
  volumeOptions?(slot: SlotNames, declared: Declared): Readonly<Record<string, string>>
  /** whether what is written inside reaches the host only after a while, which is measured then */
  settles?: boolean
  /** The target, read back, must be what this scenario says it is: the reason if it is not, else null. */
  contradiction(target: EffectiveTarget): string | null
}

const modules = await Promise.all(
  readdirSync(new URL('./scenarios/', import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => import(`./scenarios/${name.replace(/\.ts$/, '')}.ts`) as Promise<{ scenario: Scenario }>),
)

const byId = new Map(modules.map(({ scenario }) => [scenario.id, scenario]))

/** Every scenario, in the order of tables. */
export function listScenarios(): Scenario[] {
  return [...byId.values()].sort((a, b) => a.position - b.position)
}

export function findScenario(id: string): Scenario | undefined {
  return byId.get(id)
}
