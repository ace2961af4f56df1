import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')

test('the example it shows is the one that is there', () => {
  const example = readFileSync(new URL('../examples/own-workload/.plimsoll/count-words.yml', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`yaml\n${example}\`\`\``)
})
