import { expect, test } from 'vitest'
import { encodePart } from '../ingest/forged-tokens-testing.ts'
import { makeClaims } from '../ingest/testing.ts'
import { findProject, GITHUB_ISSUER } from './signer.ts'
import { projectPage } from './slug.ts'
import type { Statement } from './statements.ts'

/** Returns the statements about a run that was submitted with a token that has these claims. */
function signedWith(claims: Record<string, unknown>): Statement[] {
  const usual = makeClaims(GITHUB_ISSUER, 'https://registry.example', 1_760_000_000)
  const token = `${encodePart({ alg: 'RS256' })}.${encodePart({ ...usual, ...claims })}.c2ln`
  const at = '2026-11-20T12:00:00.000Z'
  return [
    { kind: 'submitted', level: 'self-reported', at },
    { kind: 'signed', level: 'signed by repository', token, kid: 'key-1', n: 'n', e: 'AQAB', at },
  ]
}

const keyWith = (claims: Record<string, unknown>) => findProject(signedWith(claims))?.key

test('a project is the repository that signed a run, with its ids, its issuer and its name at that time', () => {
  expect(findProject(signedWith({}))).toEqual({
    key: 'id:1001',
    issuer: GITHUB_ISSUER,
    repositoryId: '1001',
    ownerId: '2002',
    repository: 'example/project',
  })
})

test('the key of a project has the id of the repository and not its name or its owner', () => {
  expect(keyWith({ repository: 'renamed/project', repository_owner_id: '2003' })).toBe('id:1001')
  expect(keyWith({ repository_id: '6666' })).toBe('id:6666')
})

test('a run that was not signed has no project', () => {
  expect(findProject([])).toBeNull()
  expect(findProject(signedWith({}).slice(0, 1))).toBeNull()
})

test.each<[Record<string, unknown>]>([
  [{ repository_id: '01001' }],
  [{ repository_id: '0x3e9' }],
  [{ repository_id: 1001 }],
  [{ repository_id: '../1001' }],
  [{ repository_id: undefined }],
  [{ repository_owner_id: '' }],
  [{ repository: undefined }],
  [{ iss: undefined }],
])('a token with the claims %j proves no project', (claims) => {
  expect(keyWith(claims)).toBeUndefined()
})

test('the same id of different issuers gives different keys, each with its own page', () => {
  const issuers = [
    GITHUB_ISSUER,
    `${GITHUB_ISSUER}/octo-corp`,
    'https://github.example/_services/token',
    'https://github.example/_Services/token',
    'https://github.example/_5fservices/token',
    'https://github.example',
    'http://github.example',
    'https://http://github.example',
    'https://github.example:8443',
    'https://example/日本',
  ]
  const keys = issuers.map((iss) => String(keyWith({ iss })))
  expect(keys.slice(0, 3)).toEqual([
    'id:1001',
    'id:token.actions.githubusercontent.com_2focto-corp/1001',
    'id:github.example_2f_5fservices_2ftoken/1001',
  ])
  expect(new Set(keys).size).toBe(issuers.length)
  expect(new Set(keys.map(projectPage)).size).toBe(issuers.length)
  for (const key of keys) expect(projectPage(key)).toMatch(/^projects\/id\/([a-z0-9][a-z0-9._-]*\/)?1001$/)
})
