import { expect, test } from 'vitest'
import { secretValues } from './hide-environment.ts'

test('the values of inputs, tokens, secrets and passwords are found by the names of their variables alone', () => {
  const entries = [
    'PATH=/home/token/bin:/secret',
    'INPUT_WORKLOADS=a b',
    'GITHUB_WORKSPACE=/work/password-manager',
    'ACTIONS_RUNTIME_TOKEN=abc=def',
    'EMPTY_SECRET=',
    'no entry at all with token',
    'npm_config_password=x',
  ]
  const environment = `${entries.join('\0')}\0`
  const found = secretValues(environment).map(({ offset, length }) => environment.slice(offset, offset + length))
  expect(found).toEqual(['a b', 'abc=def', '', 'x'])
})
