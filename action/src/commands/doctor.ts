import { counted, type Engine, formatAmount } from '@plimsoll/schema'
import { printReport } from '@plimsoll/schema/node'
import { findEngines, listScenarios, runWarnings, samplesDirectory } from '@plimsoll/workloads'
import { Command } from 'commander'
import { readRequest } from '../measure-request/request-file.ts'
import { unsupportedReason } from '../measure-request/unsupported-scenarios.ts'
import { withStatus } from '../progress/status-line.ts'
import { render } from '../report/formats.ts'
import { type Block, plainRow, type Records, type Report, type Section } from '../report/report.ts'
import { formatOption } from './format-option.ts'
import { requestFlag } from './request-flag.ts'
import { addSshFlags, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

interface Diagnosis {
  engines: Engine[]
  scenarios: { id: string; runs: boolean; reason: string | null }[]
  problems: string[]
  /** the conditions that would spoil the answer of a run */
  warnings: string[]
}

/**
 * `plimsoll doctor`: lists the engines found. For each engine that cannot run, and for each condition that would spoil a
 * result, it prints the reason and the remedy.
 */
export function doctorCommand(exit: (code: number) => void): Command {
  const command = new Command('doctor')
    .description(
      'say which engines are ready, how they are configured, what cannot run, and what would spoil a result, with remedies',
    )
    .addOption(formatOption())
    .addOption(requestFlag(['ssh', 'sshConfig', 'sshShare']))
  return addSshFlags(command).action(async (flags: SshNfsFlags & { format: string; request?: string }) => {
    const options = flags.request === undefined ? engineOptions(flags) : readRequest(flags.request)
    const { engines, problems } = await withStatus('looking for engines', () => findEngines(options))
    const descriptions = await Promise.all(engines.map((engine) => engine.describe()))
    const scenarios = listScenarios().map((scenario) => {
      const reason = unsupportedReason(scenario, engines, { nfs: null, synced: null })
      return { id: scenario.id, runs: reason === null, reason }
    })
    const warnings = await runWarnings({ directory: samplesDirectory(), engines, plan: null })
    if (engines.length === 0 && problems.length === 0) problems.push(howToGetOne())
    printReport(render(doctorReport({ engines: descriptions, scenarios, problems, warnings }), flags.format))
    if (engines.length === 0) exit(3)
  })
}

function howToGetOne(): string {
  return process.platform === 'darwin'
    ? 'No container engine found. Install one, for example Colima (`brew install colima docker && colima start`), OrbStack or Docker Desktop.'
    : 'No container engine found. Install one, for example `sudo apt-get install docker.io` or `sudo apt-get install podman`.'
}

/** The engines with their configuration, the scenarios, and the problems. */
export function doctorReport(diagnosis: Diagnosis): Report {
  return { blocks: () => blocksOf(diagnosis), records: () => recordsOf(diagnosis), data: () => diagnosis }
}

function blocksOf(diagnosis: Diagnosis): Block[] {
  const { engines, scenarios, problems, warnings } = diagnosis
  return [
    { texts: [summaryOf(diagnosis)], form: 'sentence', tone: 'strong' },
    { texts: [...problems, ...warnings], form: 'item', tone: 'warning' },
    { texts: [`Next: ${nextStep(diagnosis)}`], form: 'sentence' },
    ...engines.map(engineSection),
    {
      title: 'Scenarios',
      heading: ['Scenario', 'On this machine'],
      words: 2,
      prose: true,
      rows: scenarios.map(({ id, runs, reason }) => plainRow(id, runs ? 'runs' : `cannot run: ${reason}`)),
      remarks: [],
    },
  ]
}

/** The engines that are ready, how many scenarios run, and whether anything prevents a run or spoils its answer. */
function summaryOf({ engines, scenarios, problems, warnings }: Diagnosis): string {
  const names = engines.map(({ id, version }) => (version === null ? id : `${id} ${version}`)).join(', ')
  const ready =
    engines.length === 0
      ? 'No engine ready: only the host can be measured'
      : `${counted(engines.length, 'engine')} ready: ${names}`
  const running = scenarios.filter(({ runs }) => runs).length
  const open =
    problems.length > 0
      ? counted(problems.length, 'problem')
      : engines.length > 0
        ? 'nothing prevents a run'
        : 'no problem'
  const spoiled = warnings.length > 0 ? `; ${counted(warnings.length, 'warning')}` : ''
  return `${ready}; ${running} of ${scenarios.length} scenarios run; ${open}${spoiled}.`
}

function nextStep({ engines, problems }: Diagnosis): string {
  const again =
    problems.length > 0
      ? ` Solve the ${problems.length === 1 ? 'problem' : 'problems'} above, then run \`plimsoll doctor\` again.`
      : ''
  if (engines.length === 0) return `\`plimsoll run --engine none\` measures the host alone.${again}`
  return `\`plimsoll run\` measures the suite quick on ${engines.length === 1 ? 'this engine' : 'these engines'}.${again}`
}

const TITLES: Partial<Record<string, string>> = {
  vmType: 'Virtual machine',
  accelerator: 'Accelerator',
  mountType: 'Shared files',
  cpus: 'CPUs',
  memory: 'Memory',
  kernel: 'Kernel',
  storageDriver: 'Storage driver',
  cgroupVersion: 'cgroup version',
  privileges: 'Privileges',
}

function engineSection(engine: Engine): Section {
  const properties = propertiesOf(engine)
  const isRequested = properties.some(({ requested }) => requested !== undefined)
  const withRequested = (fields: string[], requested: string) => (isRequested ? [...fields, requested] : fields)
  const heading = withRequested(['Setting', 'Effective', 'How known'], 'Requested')
  return {
    title: `${engine.product} ${engine.version ?? ''} (${engine.id})`,
    heading,
    words: heading.length,
    rows: properties.map(({ name, effective, confidence, requested }) => {
      const shown = (value: string | number) => (name === 'memory' ? formatAmount(Number(value), 'bytes') : `${value}`)
      const fields = [
        TITLES[name] ?? name,
        effective === null ? 'unknown' : shown(effective),
        confidence === 'unknown' ? '' : confidence,
      ]
      return plainRow(...withRequested(fields, requested === undefined ? '' : shown(requested)))
    }),
    remarks: [],
  }
}

function propertiesOf({ requested, effective }: Engine) {
  return Object.entries(effective).map(([name, { value, confidence }]) => ({
    name,
    effective: value,
    confidence,
    requested: requested[name as keyof typeof requested],
  }))
}

function recordsOf({ engines, scenarios, problems, warnings }: Diagnosis): Records {
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
      ...warnings.map((text) => ({ kind: 'warning', text })),
    ],
  }
}
