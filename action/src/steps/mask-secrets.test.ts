import { expect, test } from 'vitest'
import { refuse } from '../inputs/parse-values.ts'
import { maskSecrets } from './mask-secrets.ts'

/** An error that quotes this text, with the secrets of these variables masked. */
const quoting = (text: string, environment: Record<string, string>) =>
  maskSecrets(refuse('suite', `one of quick, not ${JSON.stringify(text)}`).message, environment)

const MASKED = `The input 'suite' takes one of quick, not "***".`

test.each(['INPUT_TOKEN', 'GITHUB_TOKEN', 'CLIENT_SECRET', 'DB_PASSWORD', 'DEPLOY_KEY', 'deploy_key'])(
  'an error does not contain the value of %s',
  (name) => {
    expect(quoting('abc-12345', { [name]: 'abc-12345' })).toBe(MASKED)
  },
)

test.each([
  ['two lines', 'line-one-1\nline-two-2', 'line-one-1\nline-two-2'],
  ['quotes', 'a"b\\c"d\te', 'a"b\\c"d\te'],
  ['one name of a list', 'first-name,other-name', 'other-name'],
  ['the name of a param', 'c2VjcmV0cw==', 'c2VjcmV0cw'],
  ['the text without the space around it', ' abc-12345\n', 'abc-12345'],
])('a secret is masked if the error quotes %s', (_, secret, quoted) => {
  expect(quoting(quoted, { DEPLOY_KEY: secret })).toBe(MASKED)
})

test('a secret that contains another one is masked as a whole', () => {
  expect(quoting('abc-12345-more', { A_KEY: 'abc-12345', B_KEY: 'abc-12345-more' })).toBe(MASKED)
})

test('public values and short words stay', () => {
  const environment = { 'INPUT_COMMENT-KEY': 'abc-12345', PATH: 'abc-12345', A_KEY: 'quick' }
  expect(quoting('abc-12345', environment)).toBe(quoting('abc-12345', {}))
})
