import { readdirSync } from 'node:fs'
import type { Scenario } from './scenario.ts'

const modules = await Promise.all(
  readdirSync(new URL('./scenarios/', import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => import(`./scenarios/${name.replace(/\.ts$/, '')}.ts`) as Promise<{ scenario: Scenario }>),
)

const byId = new Map(modules.map(({ scenario }) => [scenario.id, scenario]))

/** All scenarios, in the order of tables. */
export function listScenarios(): Scenario[] {
  return [...byId.values()].sort((a, b) => a.position - b.position)
}

export function findScenario(id: string): Scenario | undefined {
  return byId.get(id)
}
