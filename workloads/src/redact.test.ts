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
