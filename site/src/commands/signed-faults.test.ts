import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClaims, startIssuer, type TestIssuer } from '../ingest/testing.ts'
import { GITHUB_ISSUER } from '../store/signer.ts'
import type { SignedStatement } from '../store/statements.ts'
import { exampleRun } from '../testing.ts'
import { signedFaults } from './signed-faults.ts'

const WORKFLOW = '/.github/workflows/measure.yml@1111111111111111111111111111111111111111'
const OURS = { job_workflow_ref: `OWNER/plimsoll${WORKFLOW}`, sha: '0123456789abcdef0123456789abcdef01234567' }
const AT = '2026-11-20T12:00:00.000Z'

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())

/** Returns a document that was measured on a runner of this kind. */
const measuredOn = (kind: 'github-hosted' | 'local') => exampleRun(({ host }) => Object.assign(host.runner, { kind }))

async function faults(
  claims: Record<string, unknown> = {},
  document = measuredOn('github-hosted'),
  statement: Partial<SignedStatement> = {},
): Promise<string[]> {
  const usual = makeClaims(GITHUB_ISSUER, `https://registry.example#${identify(document).hash}`, Date.parse(AT) / 1000)
  const token = await issuer.sign({ ...usual, ...OURS, ...claims })
  const { kid = '', n = '', e = '' } = issuer.published[0] ?? {}
  const level = 'measured by Plimsoll'
  return signedFaults(document, { kind: 'signed', level, token, kid, n, e, at: AT, ...statement })
}

test('a run of the released workflow of the project, on a hosted runner of GitHub, has its level', async () => {
  expect(await faults()).toEqual([])
  expect(await faults({}, measuredOn('local'), { level: 'signed by repository' })).toEqual([])
})

const HIGHER = ['its token and its document do not allow the level "measured by Plimsoll"']

test('a run of the same workflow in a fork, of another issuer or on another runner has not', async () => {
  expect(await faults({ job_workflow_ref: `evil/fork${WORKFLOW}` })).toEqual(HIGHER)
  expect(await faults({ job_workflow_ref: 'OWNER/plimsoll/.github/workflows/measure.yml@main' })).toEqual(HIGHER)
  expect(await faults({ iss: 'https://issuer.example' })).toEqual(HIGHER)
  expect(await faults({ runner_environment: 'self-hosted' })).toEqual(HIGHER)
  expect(await faults({}, measuredOn('local'))).toEqual(HIGHER)
})

test('a document that contradicts its token is reported, with the field', async () => {
  expect(await faults({ repository: 'evil/project' })).toEqual([
    "its /source/repository does not match the workflow's token",
  ])
})

test('a statement that is older than its token, or more than an hour newer, is reported', async () => {
  const dated = (at: string) => faults({}, measuredOn('github-hosted'), { at })
  expect(await dated('2026-11-20T12:59:00.000Z')).toEqual([])
  expect(await dated('2026-11-20T11:59:50.000Z')).toEqual([])
  for (const at of ['2026-11-20T13:01:00.000Z', '2026-11-20T11:59:00.000Z'])
    expect(await dated(at)).toEqual([`its signed statement has the date ${at}, but its token was issued at ${AT}`])
})
