import type { Engine } from '@plimsoll/schema'
import { formatAmount } from '@plimsoll/schema'
import { listScenarios, nodeVersion } from '@plimsoll/workloads'
import { Command } from 'commander'
import { findEngines } from '../engines/find.ts'

/** `plimsoll doctor`: what is here, what cannot run, why, and the command that would change it. */
export function doctorCommand(exit: (code: number) => void): Command {
  return new Command('doctor')
    .description('what is here: engines and their configuration, what cannot run, and what would change it')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { engines, problems } = await findEngines()
      const descriptions = await Promise.all(engines.map((engine) => engine.describe()))
      const scenarios = listScenarios().map(({ id, runs }) => ({ id, ...canRun(runs, engines.length > 0) }))
      if (engines.length === 0) problems.push(howToGetOne())
      if (json) console.log(JSON.stringify({ engines: descriptions, scenarios, problems }, null, 2))
      else print(descriptions, scenarios, problems)
      if (engines.length === 0) exit(3)
    })
}

function canRun(runs: 'host' | 'container', someEngine: boolean): { runs: boolean; reason: string | null } {
  if (runs === 'container') return { runs: someEngine, reason: someEngine ? null : 'no engine' }
  const same = process.platform === 'linux' || process.versions.node === nodeVersion()
  return { runs: same, reason: same ? null : `needs Node ${nodeVersion()} on the host, as in the image` }
}

function howToGetOne(): string {
  return process.platform === 'darwin'
    ? 'There is no container engine: install one, for example Colima (`brew install colima docker && colima start`), OrbStack or Docker Desktop.'
    : 'There is no container engine: install one, for example `sudo apt-get install docker.io` or `sudo apt-get install podman`.'
}

function print(
  engines: Engine[],
  scenarios: { id: string; runs: boolean; reason: string | null }[],
  problems: string[],
): void {
  for (const { id, product, version, requested, effective } of engines) {
    console.log(`${product} ${version ?? ''} (${id})`)
    for (const [name, { value, confidence }] of Object.entries(effective)) {
      const asked = requested[name as keyof typeof requested]
      const shown = value === null ? 'unknown' : name === 'memory' ? formatAmount(Number(value), 'bytes') : value
      console.log(`  ${name.padEnd(14)} ${shown}  (${confidence}${asked === undefined ? '' : `, requested ${asked}`})`)
    }
    console.log()
  }
  console.log('Scenarios')
  for (const { id, runs, reason } of scenarios)
    console.log(`  ${id.padEnd(14)} ${runs ? 'runs' : `cannot run: ${reason}`}`)
  for (const problem of problems) console.log(`\n! ${problem}`)
}
