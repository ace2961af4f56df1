import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import schema from './workload.schema.json' with { type: 'json' }

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
const metric = schema.properties.metrics.items

test.each([
  ['a workload file', schema.properties, schema.required],
  ['a metric', metric.properties, metric.required],
])('the table of %s says what the schema says, field by field', (_, properties, required) => {
  const rows = Object.entries(properties as Record<string, { description?: string }>).map(
    ([name, { description }]) => `| \`${name}\` | ${required.includes(name) ? 'yes' : ''} | ${description} |`,
  )
  const table = `| field | needed | |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  expect(readme, `put this table into workloads/README.md:\n${table}`).toContain(table)
})

test('the example it shows is the one that is there', () => {
  const example = readFileSync(new URL('../examples/own-workload/.plimsoll/count-words.yml', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`yaml\n${example}\`\`\``)
})
