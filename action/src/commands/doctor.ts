import { type Engine, formatAmount } from '@plimsoll/schema'
import { findEngines, listScenarios } from '@plimsoll/workloads'
import { Command } from 'commander'
import { readRequest } from '../measure-request/request-file.ts'
import { unsupportedReason } from '../measure-request/unsupported-scenarios.ts'
import { render } from '../report/formats.ts'
import { type Block, plainRow, type Records, type Report } from '../report/report.ts'
import { printReport } from '../terminal/print.ts'
import { formatOption } from './format-option.ts'
import { requestFlag } from './request-flag.ts'
import { addSshFlags, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

interface Diagnosis {
  engines: Engine[]
  scenarios: { id: string; runs: boolean; reason: string | null }[]
  problems: string[]
}

/** `plimsoll doctor`: lists the engines found. For each engine that cannot run, it prints the reason and the remedy. */
export function doctorCommand(exit: (code: number) => void): Command {
  const command = new Command('doctor')
    .description('list the engines, their configuration, and what cannot run, each with a remedy')
    .addOption(formatOption())
    .addOption(requestFlag(['ssh', 'sshConfig', 'sshShare']))
  return addSshFlags(command).action(async (flags: SshNfsFlags & { format: string; request?: string }) => {
    const options = flags.request === undefined ? engineOptions(flags) : readRequest(flags.request)
    const { engines, problems } = await findEngines(options)
    const descriptions = await Promise.all(engines.map((engine) => engine.describe()))
    const scenarios = listScenarios().map((scenario) => {
      const reason = unsupportedReason(scenario, engines, { nfs: null, synced: null })
      return { id: scenario.id, runs: reason === null, reason }
    })
    if (engines.length === 0 && problems.length === 0) problems.push(howToGetOne())
    printReport(render(doctorReport({ engines: descriptions, scenarios, problems }), flags.format))
    if (engines.length === 0) exit(3)
  })
}

function howToGetOne(): string {
  return process.platform === 'darwin'
    ? 'No container engine found. Install one, for example Colima (`brew install colima docker && colima start`), OrbStack or Docker Desktop.'
    : 'No container engine found. Install one, for example `sudo apt-get install docker.io` or `sudo apt-get install podman`.'
}

/** The engines with their configuration, the scenarios, and the problems. */
function doctorReport(diagnosis: Diagnosis): Report {
  return { blocks: () => blocksOf(diagnosis), records: () => recordsOf(diagnosis), data: () => diagnosis }
}

function blocksOf({ engines, scenarios, problems }: Diagnosis): Block[] {
  return [
    ...engines.map(
      (engine): Block => ({
        title: `${engine.product} ${engine.version ?? ''} (${engine.id})`,
        heading: ['Property', 'Effective', 'Confidence', 'Requested'],
        words: 4,
        rows: propertiesOf(engine).map(({ name, effective, confidence, requested }) => {
          const shown = (value: string | number) =>
            name === 'memory' ? formatAmount(Number(value), 'bytes') : `${value}`
          return plainRow(
            name,
            effective === null ? 'unknown' : shown(effective),
            confidence,
            requested === undefined ? '' : shown(requested),
          )
        }),
        remarks: [],
      }),
    ),
    {
      title: 'Scenarios',
      heading: ['Scenario', 'On this machine'],
      words: 2,
      prose: true,
      rows: scenarios.map(({ id, runs, reason }) => plainRow(id, runs ? 'runs' : `cannot run: ${reason}`)),
      remarks: [],
    },
    ...problems.map((problem): Block => ({ texts: [problem], form: 'line', tone: 'warning' })),
  ]
}

function propertiesOf({ requested, effective }: Engine) {
  return Object.entries(effective).map(([name, { value, confidence }]) => ({
    name,
    effective: value,
    confidence,
    requested: requested[name as keyof typeof requested],
  }))
}

function recordsOf({ engines, scenarios, problems }: Diagnosis): Records {
  return {
    columns: ['kind', 'id', 'product', 'version', 'property', 'effective', 'confidence', 'requested', 'runs', 'text'],
    rows: [
      ...engines.map(({ id, product, version }) => ({ kind: 'engine', id, product, version })),
      ...engines.flatMap((engine) =>
        propertiesOf(engine).map(({ name, ...values }) => ({
          kind: 'property',
          id: engine.id,
          property: name,
          ...values,
        })),
      ),
      ...scenarios.map(({ id, runs, reason }) => ({ kind: 'scenario', id, runs, text: reason })),
      ...problems.map((text) => ({ kind: 'problem', text })),
    ],
  }
}
