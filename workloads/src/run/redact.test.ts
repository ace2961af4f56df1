import { spawnSync } from 'node:child_process'
import { homedir, hostname, userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { redactor } from './redact.ts'

test("this machine's and user's names, the home path and environment values leave the text", () => {
  const redact = redactor({ TOKEN: 'hunter22', SHORT: 'on' })
  const text = `at ${homedir()}/x on ${hostname()} by ${userInfo().username}: hunter22 is on`
  const clean = redact(text)
  for (const secret of [homedir(), ` ${hostname()} `, ` ${userInfo().username}:`, 'hunter22'])
    expect(clean).not.toContain(secret)
  expect(clean).toContain('is on')
})

test('a value that contains another value is replaced as a whole', () => {
  expect(redactor({ A: 'secret', B: 'secret-longer' })('secret-longer')).toBe('[environment]')
})

test('the script that npm runs, and true, are words like any other', () => {
  expect(redactor({ CI: 'true' })('/bin/true')).toBe('/bin/true')
  expect(
    redactor({ npm_lifecycle_event: 'start', npm_command: 'start', A: 'init' })('unable to start container init'),
  ).toBe('unable to start container [environment]')
})

test("Docker's platform stays, because it is the word that explains an error", () => {
  expect(redactor({ DOCKER_DEFAULT_PLATFORM: 'linux/s390x' })('wanted linux/s390x')).toBe('wanted linux/s390x')
})

const names = { user: 'vm', host: 'ci.example.net', home: '/home/vm' }

test('a short name is not torn out of longer words, and a long one is found in them', () => {
  expect(redactor({}, names)('vms xvm circle, by vm on ci')).toBe('vms xvm circle, by [user] on [host]')
  expect(redactor({}, { ...names, user: 'harriet' })('harriets')).toBe('[user]s')
})

test.skipIf(process.getuid?.() !== 0)('a user the system has no name for has nothing to take out', () => {
  const script = `import { redactor } from ${JSON.stringify(new URL('./redact.ts', import.meta.url).href)}
    process.setuid(54321)
    console.log(redactor({})(process.env.HOME + '/x'))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { HOME: '/somewhere' },
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({ stdout: '~/x\n', stderr: '' })
})

test.each([
  ['cut at its beginning', 'ECRET-0123456789 and more'],
  ['without the blank at its end', 'it is TRAILING-VALUE'],
  ['as JSON writes it', JSON.stringify({ a: 'quo"ted\\value' })],
  ['one line of many', 'MULTI-LINE-SECRET-1'],
  ['short, as a word', 'it is Ab1x9!'],
])('a value is found %s', (_, text) => {
  const environment = {
    A: 'SECRET-0123456789',
    B: 'TRAILING-VALUE ',
    C: 'quo"ted\\value',
    D: 'first\nMULTI-LINE-SECRET-1\n',
    E: 'Ab1x9',
  }
  expect(redactor(environment)(text)).toContain('[environment]')
  expect(redactor(environment)(text)).not.toMatch(/0123456789|TRAILING|ted|MULTI|Ab1x9/)
})
