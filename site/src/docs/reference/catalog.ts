import { type Listing, targetsOf, type ListedWorkload as Workload } from './listing.ts'
import { code, markdownTable, sentence } from './table.ts'

/** Returns the page of scenarios, suites and workloads, from `plimsoll list`. */
export function catalogPage({ workloads, suites, scenarios }: Listing): string {
  return `# Scenarios, suites, workloads

This page lists the available benchmarks. \`plimsoll list\` lists them too, together with the engines found on your machine.

## Scenarios

A scenario is the place where the files of a workload are stored. This list begins with the scenario closest to the host.

${markdownTable(
  ['scenario', 'in tables', 'files are stored'],
  scenarios.map(({ id, title, summary }) => [code(id), title, summary]),
)}

## Suites

A suite is a named, versioned and frozen selection of benchmarks; any change makes a new version.

${suites.map(suiteSection).join('\n\n')}

## Workloads

${workloads.map(workloadSection).join('\n\n')}
`
}

function suiteSection({ suite, version, purpose, benchmarks }: Listing['suites'][number]): string {
  const rows = benchmarks.map(({ workload, params, scenarios, rounds, warmups, adapt }) => [
    [workload, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' '),
    scenarios.join(', '),
    `${adapt ? 'at most ' : ''}${rounds}${warmups > 0 ? ` + ${warmups} warm-up` : ''}`,
  ])
  return `### Suite ${suite} ${version}\n\n${sentence(purpose)}\n\n${markdownTable(['workload', 'scenarios', 'rounds'], rows)}`
}

function workloadSection({ workload, question, ...rest }: Workload): string {
  const targets = targetsOf(rest)
  const { timed, origin, differs, params, metrics, scenarios } = rest
  const choices = Object.entries(params).map(([name, values]) => `\`${name}\`: ${values.join(', ')}`)
  const facts = [
    ['Timed', timed],
    ['Origin', origin],
    ['Differs from the origin', differs],
    ['Params (the first value is the default)', choices.join('; ')],
    [
      'Metrics (the primary one first)',
      metrics
        .toSorted(primaryFirst)
        .map((metric) => metricText(metric, targets))
        .join('; '),
    ],
    ['Scenarios', scenarios.join(', ')],
  ]
  const lines = facts.filter(([, text]) => text).map(([name, text]) => `- **${name}:** ${sentence(text ?? '')}`)
  return `### ${workload}\n\n${question}\n\n${lines.join('\n')}`
}

function primaryFirst(a: { primary: boolean }, b: { primary: boolean }): number {
  return Number(b.primary) - Number(a.primary)
}

function metricText({ name, unit, better, per }: Workload['metrics'][number], targets: Record<string, number>): string {
  const direction = targets[name] === undefined ? `${better} is better` : `best at ${targets[name]}`
  return `\`${name}\` (${unit}${per === undefined ? '' : ` per \`${per}\``}, ${direction})`
}
