import { printError, printReport } from '@plimsoll/schema/node'
import {
  findEngines,
  listProjectWorkloads,
  listScenarios,
  listSuites,
  listWorkloads,
  supportedEngines,
  type Workload,
} from '@plimsoll/workloads'
import { Command } from 'commander'
import { render } from '../report/formats.ts'
import { plainRow, type Records, type Report, type Section } from '../report/report.ts'
import { formatOption } from './format-option.ts'

/**
 * `plimsoll list`: prints the catalog, this project's own workloads, the suites, the scenarios, and the engines found.
 */
export function listCommand(exit: (code: number) => void): Command {
  return new Command('list')
    .description('list the workloads, suites, scenarios and engines')
    .addOption(formatOption())
    .action(async ({ format }: { format: string }) => {
      const { workloads, problems } = listProjectWorkloads(process.cwd())
      printReport(render(listReport(await listAll(workloads)), format))
      for (const { message } of problems) printError(message)
      if (problems.length > 0) exit(2)
    })
}

type Listing = Awaited<ReturnType<typeof listAll>>

async function listAll(own: Workload[]) {
  const { engines } = await findEngines()
  return {
    workloads: [...listWorkloads(), ...own].map(({ project, copied: _, ...workload }) => ({
      ...workload,
      own: project !== null,
    })),
    suites: listSuites(),
    scenarios: listScenarios().map(({ id, title, summary }) => ({ id, title, summary })),
    engines: engines.map(({ id, product, version }) => ({ id, product, version })),
    supportedEngines: await supportedEngines(),
  }
}

function listReport(listing: Listing): Report {
  return { blocks: () => sectionsOf(listing), records: () => recordsOf(listing), data: () => listing }
}

function sectionsOf({ workloads, suites, scenarios, engines }: Listing): Section[] {
  const own = workloads.filter(({ own }) => own)
  const catalog = workloads.filter(({ own }) => !own)
  const questions = (some: Listing['workloads']) =>
    some.map(({ workload, question, params }) => [workload, `${question} ${choices(params)}`.trim()])
  return [
    section('Workloads', ['Workload', 'Question'], questions(catalog)),
    ...(own.length > 0 ? [section("This project's workloads", ['Workload', 'Question'], questions(own))] : []),
    section(
      'Suites',
      ['Suite', 'Purpose'],
      suites.map(({ suite, version, purpose }) => [`${suite} ${version}`, purpose]),
    ),
    section(
      'Scenarios',
      ['Scenario', 'Where the files are'],
      scenarios.map(({ id, summary }) => [id, summary]),
    ),
    section(
      'Available engines',
      ['Engine', 'Product'],
      engines.length > 0
        ? engines.map(({ id, product, version }) => [id, `${product} ${version ?? ''}`.trim()])
        : [['none', 'see `plimsoll doctor`']],
    ),
  ]
}

function section(title: string, heading: string[], rows: string[][]): Section {
  const words = heading.length
  return { title, heading, words, prose: true, rows: rows.map((fields) => plainRow(...fields)), remarks: [] }
}

function choices(params: Record<string, (string | number)[]>): string {
  return Object.entries(params)
    .map(([name, values]) => `(${name}: ${values.join(', ')})`)
    .join(' ')
}

function recordsOf({ workloads, suites, scenarios, engines }: Listing): Records {
  return {
    columns: ['kind', 'name', 'version', 'text'],
    rows: [
      ...workloads.map(({ workload, question, own }) => ({
        kind: own ? 'own workload' : 'workload',
        name: workload,
        text: question,
      })),
      ...suites.map(({ suite, version, purpose }) => ({ kind: 'suite', name: suite, version, text: purpose })),
      ...scenarios.map(({ id, summary }) => ({ kind: 'scenario', name: id, text: summary })),
      ...engines.map(({ id, product, version }) => ({ kind: 'engine', name: id, version, text: product })),
    ],
  }
}
