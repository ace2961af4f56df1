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
import { print, printError } from '../terminal/print.ts'

/**
 * `plimsoll list`: prints the catalog, this project's own workloads, the suites, the scenarios, and the engines found.
 */
export function listCommand(exit: (code: number) => void): Command {
  return new Command('list')
    .description('list the workloads, suites, scenarios and engines')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const workloads = listWorkloads()
      const own = listProjectWorkloads(process.cwd())
      const suites = listSuites()
      const scenarios = listScenarios().map(({ id, title, summary }) => ({ id, title, summary }))
      const engines = (await findEngines()).engines.map(({ id, product, version }) => ({ id, product, version }))
      if (json) {
        const all = [...workloads, ...own.workloads].map(({ project, copied: _, ...workload }) => ({
          ...workload,
          own: project !== null,
        }))
        const supported = await supportedEngines()
        print(JSON.stringify({ workloads: all, suites, scenarios, engines, supportedEngines: supported }, null, 2))
        tell(own.problems)
        return
      }
      section('Workloads', workloads.map(described))
      if (own.workloads.length > 0) section("This project's workloads", own.workloads.map(described))
      section(
        'Suites',
        suites.map(({ suite, version, purpose }) => [`${suite} ${version}`, purpose]),
      )
      section(
        'Scenarios',
        scenarios.map(({ id, summary }) => [id, summary]),
      )
      section(
        'Available engines',
        engines.length > 0
          ? engines.map(({ id, product, version }) => [id, `${product} ${version ?? ''}`])
          : [['none', 'see `plimsoll doctor`']],
      )
      tell(own.problems)
    })

  function tell(problems: Error[]): void {
    for (const { message } of problems) printError(message)
    if (problems.length > 0) exit(2)
  }
}

function described({ workload, question, params }: Workload): string[] {
  return [workload, `${question} ${choices(params)}`]
}

function choices(params: Record<string, (string | number)[]>): string {
  return Object.entries(params)
    .map(([name, values]) => `(${name}: ${values.join(', ')})`)
    .join(' ')
}

function section(title: string, rows: string[][]): void {
  const width = Math.max(...rows.map(([name]) => (name as string).length))
  print(`${title}\n${rows.map(([name, text]) => `  ${(name as string).padEnd(width)}  ${text}`).join('\n')}\n`)
}
