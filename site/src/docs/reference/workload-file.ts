import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Schema } from './schema.ts'
import { code, markdownTable, sentence } from './table.ts'

/** Returns the page of all fields of a workload file, from its schema. @param repository its directory */
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

## Names

\`\${name}\` in \`run\`, \`prepare\`, \`environment\` and the arguments of an image is filled in before anything is run: a param's
value, and, but for images, \`\${target}\` (the directory of the work) and \`\${agent}\` (the timer, which knows some
[work of its own](../../workloads/agent/README.md#work)). No name is filled in twice, and no shell ever reads a name or a path.
A shell that \`run\` asks for by itself expands \`$name\` as ever; \`\${name}\` would be looked for here.

## Numbers from output

The last \`output\` bytes of what the command printed, standard output and standard error together, are what \`json\` and
\`regex\` are read from; JSON may have other lines before it, and none after it. Expressions are
[RE2's](https://github.com/google/re2/wiki/Syntax): no back-references, no look-around, and never a search without end. Numbers
become whole numbers of the metric's unit, \`times\` the factor: \`{ regex: "took ([0-9.]+) ms", times: 1000000 }\` is in ns.
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
