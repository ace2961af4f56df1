import { listScenarios, listSuites, listWorkloads, supportedEngines } from '@plimsoll/workloads'
import { listMetricTargets } from '../../../site/src/history/generate-catalog.ts'
import { code, markdownTable, sentence } from './table.ts'

type Workload = ReturnType<typeof listWorkloads>[number]
type Suite = ReturnType<typeof listSuites>[number]

/** The scenarios, the suites and the workloads of the catalog. */
export function catalogParts(): { scenarios: string; suites: string; workloads: string } {
  return {
    scenarios: markdownTable(
      ['scenario', 'in tables', 'files are stored'],
      listScenarios().map(({ id, title, summary }) => [code(id), title, summary]),
    ),
    suites: listSuites().map(suiteSection).join('\n\n'),
    workloads: listWorkloads().map(workloadSection).join('\n\n'),
  }
}

/** The engines that have a file. */
export async function enginesTable(): Promise<string> {
  const rows = (await supportedEngines()).map(({ product, id, foundBy, readFrom }) => [
    product,
    code(id),
    foundBy,
    readFrom,
  ])
  return markdownTable(['engine', 'id', 'found by', 'data from'], rows)
}

function suiteSection({ suite, version, purpose, benchmarks }: Suite): string {
  const rows = benchmarks.map(({ workload, params, scenarios, rounds, warmups, adapt }) => [
    [workload, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' '),
    scenarios.join(', '),
    `${adapt ? 'at most ' : ''}${rounds}${warmups > 0 ? ` + ${warmups} warm-up` : ''}`,
  ])
  return `### Suite ${suite} ${version}\n\n${sentence(purpose)}\n\n${markdownTable(['workload', 'scenarios', 'rounds'], rows)}`
}

function workloadSection({ workload, question, ...rest }: Workload): string {
  const targets = listMetricTargets(rest)
  const { timed, origin, differs, params, metrics, scenarios } = rest
  const choices = Object.entries(params).map(([name, values]) => `\`${name}\`: ${values.join(', ')}`)
  const primaryFirst = metrics.toSorted((a, b) => Number(b.primary) - Number(a.primary))
  const facts = [
    ['Timed', timed],
    ['Origin', origin],
    ['Differs from the origin', differs],
    ['Params (the first value is the default)', choices.join('; ')],
    ['Metrics (the primary one first)', primaryFirst.map((metric) => metricText(metric, targets)).join('; ')],
    ['Scenarios', scenarios.join(', ')],
  ]
  const lines = facts.filter(([, text]) => text).map(([name, text]) => `- **${name}:** ${sentence(text ?? '')}`)
  return `### ${workload}\n\n${question}\n\n${lines.join('\n')}`
}

function metricText({ name, unit, better, per }: Workload['metrics'][number], targets: Record<string, number>): string {
  const direction = targets[name] === undefined ? `${better} is better` : `best at ${targets[name]}`
  return `\`${name}\` (${unit}${per === undefined ? '' : ` per \`${per}\``}, ${direction})`
}
