import type { Engine } from '@plimsoll/schema'
import { formatAmount } from '@plimsoll/schema'
import { type ContainerEngine, listScenarios, nodeVersion, type Scenario } from '@plimsoll/workloads'
import { Command } from 'commander'
import { findEngines } from '../find-engines.ts'
import { addSshFlags, engineOptions, type ReachFlags } from './reach-flags.ts'

/** `plimsoll doctor`: what is here, what cannot run, why, and the command that would change it. */
export function doctorCommand(exit: (code: number) => void): Command {
  const command = new Command('doctor')
    .description('what is here: engines and their configuration, what cannot run, and what would change it')
    .option('--json', 'as JSON')
  return addSshFlags(command).action(async (flags: ReachFlags & { json?: boolean }) => {
    const { engines, problems } = await findEngines(engineOptions(flags))
    const descriptions = await Promise.all(engines.map((engine) => engine.describe()))
    const scenarios = listScenarios().map((scenario) => {
      const reason = obstacle(scenario, engines)
      return { id: scenario.id, runs: reason === null, reason }
    })
    if (engines.length === 0) problems.push(howToGetOne())
    if (flags.json) console.log(JSON.stringify({ engines: descriptions, scenarios, problems }, null, 2))
    else print(descriptions, scenarios, problems)
    if (engines.length === 0) exit(3)
  })
}

/** Why a scenario can run on none of these engines, or null. */
function obstacle(scenario: Scenario, engines: ContainerEngine[]): string | null {
  const impossible = scenario.unsupported?.({ nfs: null, synced: null })
  if (impossible) return impossible
  if (scenario.runs === 'machine')
    return engines.some(({ machine }) => machine) ? null : 'no engine here has a virtual machine that can be reached'
  if (scenario.runs === 'container') return engines.some(({ noContainers }) => !noContainers) ? null : 'no engine'
  const same = process.platform === 'linux' || process.versions.node === nodeVersion()
  return same ? null : `npm-ci needs Node ${nodeVersion()} on the host, as in the image`
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
      const shown = (value: string | number) => (name === 'memory' ? formatAmount(Number(value), 'bytes') : value)
      const request = asked === undefined ? '' : `, requested ${shown(asked)}`
      console.log(`  ${name.padEnd(14)} ${value === null ? 'unknown' : shown(value)}  (${confidence}${request})`)
    }
    console.log()
  }
  console.log('Scenarios')
  for (const { id, runs, reason } of scenarios)
    console.log(`  ${id.padEnd(14)} ${runs ? 'runs' : `cannot run: ${reason}`}`)
  for (const problem of problems) console.log(`\n! ${problem}`)
}
