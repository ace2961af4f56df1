import { type Engine, formatAmount } from '@plimsoll/schema'
import { findEngines, listScenarios } from '@plimsoll/workloads'
import { Command } from 'commander'
import { unsupportedReason } from '../measure-request/unsupported-scenarios.ts'
import { print } from '../terminal/print.ts'
import { addSshFlags, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

/** `plimsoll doctor`: lists the engines found. For each engine that cannot run, it prints the reason and the remedy. */
export function doctorCommand(exit: (code: number) => void): Command {
  const command = new Command('doctor')
    .description('list the engines, their configuration, and what cannot run, each with a remedy')
    .option('--json', 'as JSON')
  return addSshFlags(command).action(async (flags: SshNfsFlags & { json?: boolean }) => {
    const { engines, problems } = await findEngines(engineOptions(flags))
    const descriptions = await Promise.all(engines.map((engine) => engine.describe()))
    const scenarios = listScenarios().map((scenario) => {
      const reason = unsupportedReason(scenario, engines, { nfs: null, synced: null })
      return { id: scenario.id, runs: reason === null, reason }
    })
    if (engines.length === 0 && problems.length === 0) problems.push(howToGetOne())
    if (flags.json) print(JSON.stringify({ engines: descriptions, scenarios, problems }, null, 2))
    else show(descriptions, scenarios, problems)
    if (engines.length === 0) exit(3)
  })
}

function howToGetOne(): string {
  return process.platform === 'darwin'
    ? 'No container engine found. Install one, for example Colima (`brew install colima docker && colima start`), OrbStack or Docker Desktop.'
    : 'No container engine found. Install one, for example `sudo apt-get install docker.io` or `sudo apt-get install podman`.'
}

function show(
  engines: Engine[],
  scenarios: { id: string; runs: boolean; reason: string | null }[],
  problems: string[],
): void {
  for (const { id, product, version, requested, effective } of engines) {
    print(`${product} ${version ?? ''} (${id})`)
    for (const [name, { value, confidence }] of Object.entries(effective)) {
      const asked = requested[name as keyof typeof requested]
      const shown = (value: string | number) => (name === 'memory' ? formatAmount(Number(value), 'bytes') : value)
      const request = asked === undefined ? '' : `, requested ${shown(asked)}`
      print(`  ${name.padEnd(14)} ${value === null ? 'unknown' : shown(value)}  (${confidence}${request})`)
    }
    print('')
  }
  print('Scenarios')
  const width = Math.max(...scenarios.map(({ id }) => id.length))
  for (const { id, runs, reason } of scenarios)
    print(`  ${id.padEnd(width)}  ${runs ? 'runs' : `cannot run: ${reason}`}`)
  for (const problem of problems) print(`\n! ${problem}`)
}
