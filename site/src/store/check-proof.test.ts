import { writeFileSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withUnusedBits } from '../ingest/forged-tokens-testing.ts'
import { makeClaims, recordPublished, startIssuer, type TestIssuer } from '../ingest/testing.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { proofFault as faultOf } from './check-proof.ts'
import { importDocument } from './import.ts'
import { type KnownKeys, knownKeys } from './key-log.ts'
import { readForIndex } from './read-for-index.ts'
import { GITHUB_ISSUER } from './signer.ts'
import { readStatements, type SignedStatement, statementFile } from './statements.ts'

let issuer: TestIssuer
let known: KnownKeys
beforeAll(async () => {
  issuer = await startIssuer()
})
beforeEach(() => {
  const registry = temporaryRegistry()
  recordPublished(registry, issuer)
  recordPublished(registry, { ...issuer, issuer: GITHUB_ISSUER })
  known = knownKeys(registry)
})
afterAll(() => issuer.close())

const { id, hash } = identify(exampleRun())
/** The claims of a job of the project's own workflow. */
const OURS = {
  iss: GITHUB_ISSUER,
  job_workflow_ref: `OWNER/plimsoll/.github/workflows/measure.yml@${'1'.repeat(40)}`,
}

async function signed(claims: Record<string, unknown> = {}): Promise<SignedStatement> {
  const usual = makeClaims(issuer.issuer, `https://registry.example#${hash}`, 1_760_000_000)
  const token = await issuer.sign({ ...usual, ...claims })
  const { kid = '', n = '', e = '' } = issuer.published[0] ?? {}
  return { kind: 'signed', level: 'signed by repository', token, kid, n, e, at: '2026-11-20T12:00:00.000Z' }
}

const proofFault = (run: string, statement: SignedStatement) => faultOf(run, statement, known)

test('a token that was signed for this document proves the statement', async () => {
  expect(proofFault(id, await signed())).toBeNull()
  const ours = await signed(OURS)
  expect(proofFault(id, { ...ours, level: 'measured by Plimsoll' })).toBeNull()
  const followed = await signed({ event_name: 'workflow_run' })
  expect(proofFault(id, { ...followed, level: 'reported for a fork' })).toBeNull()
})

test('a token with another signature, key, document or level does not prove the statement', async () => {
  const good = await signed()
  const other = await signed({ repository: 'evil/project' })
  const [head, , signature] = good.token.split('.')
  const mixed = `${head}.${other.token.split('.')[1]}.${signature}`
  expect(proofFault(id, { ...good, token: mixed })).toBe('its token is not signed with the key in the statement')
  expect(proofFault(id, { ...good, n: `${good.n.slice(0, -4)}AAAA` })).toMatch(/not signed/)
  expect(proofFault(id, { ...good, token: withUnusedBits(good.token) })).toMatch(/not signed/)
  expect(proofFault(id, { ...good, token: 'a.b.c' })).toMatch(/RS256/)
  expect(proofFault(id, { ...good, kid: 'key-9' })).toMatch(/names another key/)
  expect(proofFault('a'.repeat(26), good)).toMatch(/another document/)
  expect(proofFault(id, { ...good, level: 'reported for a fork' })).toMatch(/does not allow/)
  expect(proofFault(id, { ...good, level: 'measured by Plimsoll' })).toMatch(/does not allow/)
  const shared = await signed({ aud: ['https://other.example', `https://registry.example#${hash}`] })
  expect(proofFault(id, shared)).toMatch(/several audiences/)
  const elsewhere = await signed({ ...OURS, iss: issuer.issuer })
  expect(proofFault(id, { ...elsewhere, level: 'measured by Plimsoll' })).toMatch(/does not allow/)
  const fork = await signed({ ...OURS, job_workflow_ref: `evil/fork/.github/workflows/measure.yml@${'1'.repeat(40)}` })
  expect(proofFault(id, { ...fork, level: 'measured by Plimsoll' })).toMatch(/does not allow/)
  const selfHosted = await signed({ ...OURS, runner_environment: 'self-hosted' })
  expect(proofFault(id, { ...selfHosted, level: 'measured by Plimsoll' })).toMatch(/does not allow/)
})

test('a key that is not the issuer’s, with a token that claims the issuer, proves nothing', async () => {
  const forger = await startIssuer()
  const token = await forger.sign(makeClaims(issuer.issuer, `https://registry.example#${hash}`, 1_760_000_000))
  const { kid = '', n = '', e = '' } = forger.published[0] ?? {}
  await forger.close()
  const forged: SignedStatement = { ...(await signed()), token, kid, n, e }
  expect(proofFault(id, forged)).toBe("its signature is valid, but its key is not known to be the issuer's")
  const own = await forger.sign(makeClaims(forger.issuer, `https://registry.example#${hash}`, 1_760_000_000))
  expect(proofFault(id, { ...forged, token: own })).toMatch(/not known to be the issuer's/)
})

test('a run whose token does not prove its statement is self-reported, and the reason is reported', async () => {
  const registry = temporaryRegistry()
  recordPublished(registry, issuer)
  importDocument(registry, toBytes(exampleRun()))
  const good = await signed()
  const state = (statement: SignedStatement) =>
    writeFileSync(statementFile(registry, id), `${JSON.stringify(statement)}\n`)
  const level = () => {
    const read = readForIndex(registry, `${id}.json`)
    return 'rows' in read ? read.rows.Run[0]?.provenanceLevel : read
  }
  state(good)
  expect(level()).toBe('signed by repository')
  const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
  state({ ...good, token: good.token.replace(/\.[^.]*$/, '.c2ln') })
  expect(level()).toBe('self-reported')
  expect(readStatements(registry, id)).toEqual([])
  expect(warnings.mock.calls[0]?.[0]).toMatch(/line 1.*not signed with the key in the statement/)
  warnings.mockRestore()
})
