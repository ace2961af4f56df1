import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url)
const guide = readFileSync(new URL('CONTRIBUTING.md', ROOT), 'utf8')
const examples = [...guide.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)]

test('the guide shows a new scenario, a new engine and a new output format', () => {
  const paths = examples.map(([, path = '']) => path.replace(/[^/]+$/, ''))
  expect(paths).toEqual(['workloads/src/scenarios/', 'workloads/src/engines/', 'action/src/report/formats/'])
})

test.each(examples.map(([, path = '', text = '']) => [path, text] as const))(
  'the example %s imports only what exists',
  async (path, text) => {
    const imports = [...text.matchAll(/^import (type )?\{ (.*) \} from '(\..*)'$/gm)]
    expect(imports.length).toBeGreaterThan(0)
    for (const [, isType, names = '', file = ''] of imports) {
      const module: object = await import(fileURLToPath(new URL(file, new URL(path, ROOT))))
      const values = names.split(', ').filter((name) => !isType && !name.startsWith('type '))
      for (const name of values) expect(module, file).toHaveProperty(name.replace(/ as .*/, ''))
    }
  },
)
