import { expect, test } from 'vitest'
import { renderStatic } from '../page-parts/render-static.ts'
import type { Statement } from '../store/statements.ts'
import { Proof } from './statements.tsx'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedWith(claims: unknown): Statement[] {
  const token = `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`
  const key = { kid: 'key', n: 'n'.repeat(342), e: 'AQAB' }
  return [{ kind: 'signed', level: 'signed by repository', token, ...key, at: '2026-11-20T12:00:00.000Z' }]
}

test('each claim of the token is shown with its name, as escaped text', () => {
  const claims = {
    repository: 'a/<b>',
    job_workflow_ref: 'a/b/.github/workflows/m.yml@refs/heads/main',
    run_id: '3003',
  }
  const page = renderStatic(Proof({ statements: signedWith(claims) }))
  expect(page).toContain('<dt>Repository</dt><dd>a/&lt;b&gt;</dd>')
  expect(page).toContain('<dt>Workflow</dt><dd>a/b/.github/workflows/m.yml@refs/heads/main</dd>')
  expect(page).toContain('<dt>Workflow run</dt><dd>3003</dd>')
  expect(page).not.toContain('<dt>Event</dt>')
  expect(page).toContain('submitted this run with a signed token (2026-11-20 12:00 UTC).')
})

test('without a signature or a valid token, nothing is shown', () => {
  expect(
    Proof({ statements: [{ kind: 'submitted', level: 'self-reported', at: '2026-11-20T12:00:00.000Z' }] }),
  ).toBeNull()
  expect(Proof({ statements: signedWith(null) })).toBeNull()
})
