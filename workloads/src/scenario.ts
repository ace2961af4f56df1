import { readdirSync } from 'node:fs'
import type { Mount } from './engine.ts'

/** The names a sample's fresh place is made of. */
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

/** Where the files of a workload live. One file in `scenarios/` each; the file name is the id. */
export interface Scenario {
  id: string
  /** for tables and charts */
  title: string
  /** one sentence for `plimsoll list` */
  summary: string
  runs: 'host' | 'container'
  /** its place in tables: the further the files are from the host, the higher */
  position: number
  /** whether a host directory is part of the place */
  usesHostDirectory: boolean
  /** Where its host directories are made, if not among the run's slots. */
  hostRoot?(slots: string, run: string): string
  /** Why this host cannot have it at all, or null. */
  unsupported?(): string | null
  /** Mounts for a target directory inside the container; `hot` is the workload's busiest subdirectory, if it has one. */
  mounts(target: string, hot: string | null, slot: SlotNames): Mount[]
  /** The target, read back, must be what this scenario says it is: the reason if it is not, else null. */
  contradiction(target: EffectiveTarget): string | null
}

const modules = await Promise.all(
  readdirSync(new URL('./scenarios/', import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => import(new URL(`./scenarios/${name}`, import.meta.url).href) as Promise<{ scenario: Scenario }>),
)

const byId = new Map(modules.map(({ scenario }) => [scenario.id, scenario]))

/** Every scenario, in the order of tables. */
export function listScenarios(): Scenario[] {
  return [...byId.values()].sort((a, b) => a.position - b.position)
}

export function findScenario(id: string): Scenario | undefined {
  return byId.get(id)
}
