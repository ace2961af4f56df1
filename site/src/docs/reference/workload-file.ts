import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Schema } from './schema.ts'
import { code, markdownTable, sentence } from './table.ts'

/** Returns the page of all fields of a workload file, from its schema. @param repository the repository's directory */
export function workloadFilePage(repository: string): string {
  const file = path.join(repository, 'workloads/workload.schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema
  return `# The workload file

A project's workloads are in \`.plimsoll/NAME.yml\`, one per file, in UTF-8; the workloads of the catalog use the same format. To write
one, see [Measure work of your own](own-workload.md). \`plimsoll list\` reports invalid files, with position and reason.

## The file

${fieldTable(schema)}

## A metric

${fieldTable(schema.properties?.metrics?.items ?? {})}

## Names

In \`run\`, \`prepare\`, \`environment\` and the arguments of an image, \`\${name}\` stands for the value of the param with this
name. Plimsoll inserts the value before anything runs. Two more names exist, except in the arguments of an image:
\`\${target}\` is the directory of the work. \`\${agent}\` is the timer, a program that can also do some
[work of its own](../../workloads/agent/README.md#work). Inserted values are not expanded again, and no shell interprets a name
or a path. A shell that \`run\` starts itself expands \`$name\` as usual; \`\${name}\` is always replaced by Plimsoll.

## Numbers from output

\`json\` and \`regex\` read the last \`output\` bytes of the command's standard output and standard error together. JSON may be
preceded, but not followed, by other lines. Expressions are
[RE2's](https://github.com/google/re2/wiki/Syntax): no back-references, no look-around, and guaranteed linear time. Plimsoll
multiplies each number by \`times\` and rounds it to a whole number of the metric's unit:
\`{ regex: "took ([0-9.]+) ms", times: 1000000 }\` is in ns.
`
}

function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, { description = '' }]) => [
    code(name),
    required.includes(name) ? 'yes' : '',
    sentence(description),
  ])
  return markdownTable(['field', 'required', 'description'], rows)
}
