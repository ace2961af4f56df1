import { listScenarios, listSuites, listWorkloads } from '@plimsoll/workloads'
import { Command } from 'commander'
import { findEngines } from '../engines/find.ts'

/** `plimsoll list`: the catalog, the suites, the scenarios, the engines that are here. */
export function listCommand(): Command {
  return new Command('list')
    .description('the workloads, suites, scenarios and engines')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const workloads = listWorkloads()
      const suites = listSuites()
      const scenarios = listScenarios().map(({ id, title, summary }) => ({ id, title, summary }))
      const engines = (await findEngines()).engines.map(({ id, product, version }) => ({ id, product, version }))
      if (json) {
        console.log(JSON.stringify({ workloads, suites, scenarios, engines }, null, 2))
        return
      }
      section(
        'Workloads',
        workloads.map(({ workload, question, params }) => [workload, `${question} ${choices(params)}`]),
      )
      section(
        'Suites',
        suites.map(({ suite, version, purpose }) => [`${suite} ${version}`, purpose]),
      )
      section(
        'Scenarios',
        scenarios.map(({ id, summary }) => [id, summary]),
      )
      section(
        'Engines here',
        engines.length > 0
          ? engines.map(({ id, product, version }) => [id, `${product} ${version ?? ''}`])
          : [['none', 'see `plimsoll doctor`']],
      )
    })
}

function choices(params: Record<string, (string | number)[]>): string {
  return Object.entries(params)
    .map(([name, values]) => `(${name}: ${values.join(', ')})`)
    .join(' ')
}

function section(title: string, rows: string[][]): void {
  const width = Math.max(...rows.map(([name]) => (name as string).length))
  console.log(`${title}\n${rows.map(([name, text]) => `  ${(name as string).padEnd(width)}  ${text}`).join('\n')}\n`)
}
