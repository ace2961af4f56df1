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

test('a value that contains another is taken out whole', () => {
  expect(redactor({ A: 'secret', B: 'secret-longer' })('secret-longer')).toBe('[environment]')
})

test('a short user name is not torn out of longer words', () => {
  const user = userInfo().username
  if (user.length < 6) expect(redactor({})(`${user}s x${user}`)).toBe(`${user}s x${user}`)
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
