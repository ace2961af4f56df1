import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hiddenEntries } from './hide-secrets.ts'

test('everything is hidden except variables known not to be secret', () => {
  const entries = [
    'PATH=/home/token/bin:/secret',
    'INPUT_WORKLOADS=a b',
    'DATABASE_URL=postgres://me:word@db.example',
    'DOCKER_AUTH_CONFIG={}',
    'PATHS=/bin',
    'GITHUB_TOKEN=x',
    'no entry at all',
    '=nameless',
  ]
  const environment = `${entries.join('\0')}\0`
  const found = hiddenEntries(environment).map(({ offset, length }) => environment.slice(offset, offset + length))
  expect(found).toEqual(entries.slice(1))
})

test.runIf(process.platform === 'linux')(
  'other processes cannot read the hidden variables, and the step itself can',
  () => {
    const program = `
    import { readFileSync } from 'node:fs'
    import { hideSecrets } from ${JSON.stringify(new URL('./hide-secrets.ts', import.meta.url).href)}
    const environ = () => readFileSync('/proc/self/environ', 'latin1').split('\\0')
    const before = environ()
    hideSecrets()
    const after = environ()
    console.log(JSON.stringify({ before, after, own: process.env['INPUT_COMMENT-KEY'] + process.env.DEPLOY_KEY }))`
    const env = { HOME: '/home/me', 'INPUT_COMMENT-KEY': 'key', RUNNER_TEMP: '/tmp', DEPLOY_KEY: 'ghs_1', LANG: 'C' }
    const ran = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
    const { before, after, own } = JSON.parse(ran)
    expect(before).toEqual(expect.arrayContaining(['INPUT_COMMENT-KEY=key', 'DEPLOY_KEY=ghs_1']))
    expect(after.filter((entry: string) => /^[A-Za-z]/.test(entry) && !/^x+$/.test(entry))).toEqual([
      'HOME=/home/me',
      'LANG=C',
    ])
    expect(own).toBe('keyghs_1')
  },
)
