import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Schema } from './schema.ts'
import { code, markdownTable, sentence } from './table.ts'

/** Every field of a workload file, as its schema describes it. @param repository its directory */
export function workloadFilePage(repository: string): string {
  const file = path.join(repository, 'workloads/workload.schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema
  return `# The workload file

A project's workloads are in \`.plimsoll/NAME.yml\`, one a file; the catalog's have the same format. How to write one is in
[Measure work of your own](own-workload.md). \`plimsoll list\` says which files cannot be used, where, and why.

## The file

${fieldTable(schema)}

## A metric

${fieldTable(schema.properties?.metrics?.items ?? {})}

## Names in commands

\`\${name}\` in \`run\`, \`prepare\`, \`environment\` and the arguments of an image stands for a param's value, and, but for images,
\`\${target}\` for the directory of the work and \`\${agent}\` for the timer. No shell reads them.
`
}

function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, { description = '' }]) => [
    code(name),
    required.includes(name) ? 'yes' : '',
    sentence(description),
  ])
  return markdownTable(['field', 'needed', 'what'], rows)
}
