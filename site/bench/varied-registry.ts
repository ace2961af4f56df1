// `node site/bench/varied-registry.ts --registry DIR [--runs 300] [--seed 1]` writes a registry of invented runs that
// differ in machine, engine, version, project and state, to look at the lists, the search and the histories of a
// registry of some years. Build its pages with `npx plimsoll-registry build --registry DIR`.
import { identify } from '@plimsoll/schema'
import { Command, InvalidArgumentError } from 'commander'
import { importDocument } from '../src/store/import.ts'
import { openRegistry, type Registry } from '../src/store/registry.ts'
import { supersede, withdraw } from '../src/store/withdraw-supersede-delete.ts'
import { MACHINES } from './varied-machines.ts'
import { type VariedRun, variedRuns } from './varied-runs.ts'

/**
 * Writes the documents and statements of varied runs, the same for the same number and seed. All runs are self-reported:
 * no workflow of the repositories that they name submitted them.
 */
export function writeVariedRegistry(registry: Registry, count: number, seed: number): string[] {
  const runs = variedRuns(count, seed)
  const ids = runs.map(({ document }) => identify(document).id)
  for (const { document } of runs) importDocument(registry, Buffer.from(JSON.stringify(document)))
  for (const [number, { state }] of runs.entries())
    addState(registry, state, ids[number] as string, ids[number + MACHINES.length])
  return ids
}

function addState(registry: Registry, state: VariedRun['state'], id: string, next: string | undefined): void {
  if (state === 'withdrawn') withdraw(registry, id, 'another program ran at the same time')
  if (state === 'superseded' && next !== undefined) supersede(registry, id, next)
}

if (import.meta.main) {
  const { registry, runs, seed } = new Command('node site/bench/varied-registry.ts')
    .description('Write a registry of invented runs.')
    .requiredOption('--registry <dir>', 'folder of the registry')
    .option('--runs <n>', 'number of runs', wholeNumber, 300)
    .option('--seed <n>', 'other runs for another number', wholeNumber, 1)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse()
    .opts<{ registry: string; runs: number; seed: number }>()
  const ids = writeVariedRegistry(openRegistry(registry), runs, seed)
  console.log(`${ids.length} runs written.`)
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number below 1,000,000.')
  return Number(text)
}
