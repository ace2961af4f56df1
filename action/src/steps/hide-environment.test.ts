import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { secretEntries } from './hide-environment.ts'

test('inputs, tokens, secrets and passwords are found by the names of their variables alone', () => {
  const entries = [
    'PATH=/home/token/bin:/secret',
    'INPUT_WORKLOADS=a b',
    'GITHUB_WORKSPACE=/work/password-manager',
    'ACTIONS_RESULTS_URL=https://results.example',
    'EMPTY_SECRET=',
    'no entry at all with token',
    'npm_config_password=x',
  ]
  const environment = `${entries.join('\0')}\0`
  const found = secretEntries(environment).map(({ offset, length }) => environment.slice(offset, offset + length))
  expect(found).toEqual([entries[1], entries[3], entries[4], entries[6]])
})

test.runIf(process.platform === 'linux')('other processes do not see them, and the step itself still does', () => {
  const program = `
    import { readFileSync } from 'node:fs'
    import { hideEnvironment } from ${JSON.stringify(new URL('./hide-environment.ts', import.meta.url).href)}
    const environ = () => readFileSync('/proc/self/environ', 'latin1').split('\\0')
    const before = environ()
    hideEnvironment()
    const after = environ()
    console.log(JSON.stringify({ before, after, own: process.env['INPUT_COMMENT-KEY'] + process.env.GITHUB_TOKEN }))`
  const env = { HOME: '/home/me', 'INPUT_COMMENT-KEY': 'key', RUNNER_TEMP: '/tmp', GITHUB_TOKEN: 'ghs_1', LANG: 'C' }
  const ran = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
  const { before, after, own } = JSON.parse(ran)
  expect(before).toEqual(expect.arrayContaining(['INPUT_COMMENT-KEY=key', 'GITHUB_TOKEN=ghs_1']))
  expect(after.filter((entry: string) => /^[A-Za-z]/.test(entry) && !/^x+$/.test(entry))).toEqual([
    'HOME=/home/me',
    'LANG=C',
  ])
  expect(own).toBe('keyghs_1')
})
