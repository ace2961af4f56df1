import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { beforeEach, expect, test, vi } from 'vitest'
import { main } from '../command.ts'
import { importSigned, makeClaims, recordPublished, startIssuer } from '../ingest/testing.ts'
import { importDocument } from '../store/import.ts'
import { keyLogFile } from '../store/key-log.ts'
import type { Registry } from '../store/registry.ts'
import { GITHUB_ISSUER } from '../store/signer.ts'
import { addStatement, statementFile } from '../store/statements.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'

/** The date of the statement of `importSigned`, in seconds since 1970. */
const AT_S = Date.parse('2026-11-20T12:00:00.000Z') / 1000

let registry: Registry
beforeEach(() => {
  registry = temporaryRegistry()
})

/** Returns a run that is signed by the job that submitted it. */
async function signedRun(): Promise<string> {
  const document = exampleRun(({ source }) => Object.assign(source ?? {}, { commit: 'a'.repeat(40) }))
  const { id, hash } = identify(document)
  importDocument(registry, toBytes(document))
  const at = '2026-11-20T12:00:00.000Z'
  const issuer = await startIssuer()
  const token = await issuer.sign(makeClaims(issuer.issuer, `https://registry.example#${hash}`, Date.parse(at) / 1000))
  const { kid = '', n = '', e = '' } = issuer.published[0] ?? {}
  recordPublished(registry, issuer)
  addStatement(registry, id, { kind: 'signed', level: 'signed by repository', token, kid, n, e, at })
  // The check of a proof must work without access to the issuer.
  await issuer.close()
  return id
}

async function verify(...ids: string[]): Promise<{ code: number; out: string; stderr: string }> {
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  )
  const code = await main(['verify', ...ids, '--registry', registry.directory])
  const [out, stderr] = [log, error].map((spy) => spy?.mock.calls.map(([line]) => String(line)).join('\n') ?? '')
  vi.restoreAllMocks()
  return { code, out: String(out), stderr: String(stderr) }
}

test('the proof of a run is verified and printed without the issuer', async () => {
  const id = await signedRun()
  const { code, out } = await verify(id)
  expect(out).toContain(`${id}  the document matches its id; its hash is sha256:`)
  expect(out).toContain(`${id}  signed by repository: example/project, workflow run 3003, commit ${'a'.repeat(40)}`)
  expect(code).toBe(0)
})

test('a key that the registry did not fetch from the issuer proves nothing, unless a trusted log has it', async () => {
  const id = await signedRun()
  const log = keyLogFile(registry)
  const trusted = path.join(temporaryRegistry().directory, 'trusted.jsonl')
  copyFileSync(log, trusted)
  rmSync(log)
  const { code, out, stderr } = await verify(id)
  expect(code).toBe(1)
  expect(stderr).toContain("its signature is valid, but its key is not known to be the issuer's")
  expect(out).not.toContain('signed by repository')
  expect(await verify(id, '--keys', trusted)).toMatchObject({
    code: 0,
    out: expect.stringContaining('signed by repository'),
  })
  expect((await verify(id, '--keys', `${trusted}x`)).code).toBe(2)
  writeFileSync(log, readFileSync(trusted, 'utf8').replace('"AQAB"', '"Aw"'))
  expect((await verify(id)).code).toBe(1)
  writeFileSync(log, 'x\n')
  expect((await verify(id)).stderr).toContain('issuer-keys.jsonl: verification failed: line 1 is not a key')
})

test('a genuine token around which a statement with another date was written is reported', async () => {
  const id = await signedRun()
  const file = statementFile(registry, id)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('2026-11-20', '2026-11-10'))
  const dated = await verify()
  expect(dated.stderr).toContain('its signed statement has the date 2026-11-10T12:00:00.000Z, but its token was issued')
  expect(dated.out).not.toContain('signed by repository')
  expect(dated.code).toBe(1)
})

test('a copy of the registry whose giver measured with a fork of the workflow does not get the best level', async () => {
  const hosted = exampleRun(({ host, source }) => {
    Object.assign(host.runner, { kind: 'github-hosted' })
    Object.assign(source ?? {}, { commit: null })
  })
  const issuer = await startIssuer()
  const fork = `evil/fork/.github/workflows/measure.yml@${'1'.repeat(40)}`
  const id = await importSigned(registry, issuer, hosted, { iss: GITHUB_ISSUER, iat: AT_S, job_workflow_ref: fork })
  await issuer.close()
  const file = statementFile(registry, id)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"signed by repository"', '"measured by Plimsoll"'))
  const { code, out, stderr } = await verify()
  expect(stderr).toMatch(/do(es)? not allow the level "measured by Plimsoll"/)
  expect(out).not.toContain('measured by Plimsoll')
  expect(code).toBe(1)
})

/** Returns a run of the released workflow whose statement has the best level and whose document is deleted. */
async function deletedRun(claims: Record<string, unknown>): Promise<string> {
  const issuer = await startIssuer()
  const workflow = `OWNER/plimsoll/.github/workflows/measure.yml@${'1'.repeat(40)}`
  const all = { iat: AT_S, job_workflow_ref: workflow, ...claims }
  const id = await importSigned(registry, issuer, exampleRun(), all)
  await issuer.close()
  const file = statementFile(registry, id)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"signed by repository"', '"measured by Plimsoll"'))
  deleteRun(registry, id, 'a name')
  return id
}

test('deleting the document does not give the token of another issuer the best level', async () => {
  await deletedRun({})
  const { code, out, stderr } = await verify()
  expect(stderr).toContain('its token does not allow the level "measured by Plimsoll"')
  expect(out).not.toContain('measured by Plimsoll')
  expect(code).toBe(1)
})

test('the best level of a deleted run is not printed as proven, because it depends on the document', async () => {
  const id = await deletedRun({ iss: GITHUB_ISSUER })
  const { code, out } = await verify()
  expect(out).toContain(`${id}  signed by repository: example/project, workflow run 3003`)
  expect(out).toContain('; the level "measured by Plimsoll" cannot be checked without the document')
  expect(code).toBe(0)
})

test('a tampered token and a tampered document are reported, with exit code 1', async () => {
  const id = await signedRun()
  const file = statementFile(registry, id)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"token":"([^."]+)\.([^."]+)\.[^"]+"/, '"token":"$1.$2.c2ln"'))
  const tampered = await verify()
  expect(tampered.code).toBe(1)
  expect(tampered.stderr).toContain('not signed with the key in the statement')
  expect(tampered.out).not.toContain('signed by repository')
  writeFileSync(file, text)
  appendFileSync(path.join(registry.documents, `${id}.json`), ' {}')
  expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringContaining('was changed after it was stored') })
})

test('all faults of all runs are listed, and a document that is missing is one of them', async () => {
  const id = await signedRun()
  const other = importDocument(
    registry,
    toBytes(exampleRun(({ notes }) => notes.push({ code: 'n', text: 'other' }))),
  ).id
  const file = statementFile(registry, id)
  appendFileSync(file, '{"kind":"submitted"}\n{"kind":"unknown"}\n')
  writeFileSync(path.join(registry.documents, `${id}.json`), '{}')
  rmSync(path.join(registry.documents, `${other}.json`))
  const { code, stderr } = await verify()
  expect(code).toBe(1)
  const failures = stderr.split('\n').filter((line) => line.includes('verification failed'))
  expect(failures.map((line) => line.slice(0, 26)).sort()).toEqual([id, id, id, other].sort())
  expect(stderr).toContain('line 3: /level must be')
  expect(stderr).toContain('line 4: /kind must be')
  expect(stderr).toContain('was changed after it was stored')
  expect(stderr).toContain(`Run "${other}" not found`)
  expect(stderr).toContain('2 checked, 2 failed.')
})

test('an id that the registry does not have is an error that says what to give', async () => {
  const { stderr } = await verify('zzz')
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Run "zzz" not found in this registry. Give the whole id')
})

test('a deletion with the hash of another document is reported, and its hash is not printed as proven', async () => {
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const hash = `sha256:${'1'.repeat(64)}`
  const statement = { kind: 'deleted', hash, reason: 'a name', at: '2026-11-24T09:00:00Z' } as const
  expect(() => addStatement(registry, id, statement)).toThrow('/hash is that of another run')
  appendFileSync(statementFile(registry, id), `${JSON.stringify(statement)}\n`)
  rmSync(path.join(registry.documents, `${id}.json`))
  const { code, out, stderr } = await verify()
  expect(stderr).toContain(`statements/${id}.jsonl, line 2: /hash is that of another run`)
  expect(out).not.toContain(hash)
  expect(code).toBe(1)
})

test('a statement that a measured document is transcribed is reported', async () => {
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const file = statementFile(registry, id)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"self-reported"', '"transcribed"'))
  const { code, stderr } = await verify()
  expect(stderr).toContain('a statement says that it is transcribed, but its document makes it self-reported')
  expect(code).toBe(1)
})

test('unsigned and deleted runs are reported as such', async () => {
  const { id, hash } = importDocument(registry, toBytes(exampleRun()))
  expect((await verify()).out).toContain('not signed')
  deleteRun(registry, id, 'a name')
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining(`deleted; its hash was ${hash}`) })
  expect((await verify('a'.repeat(26))).code).toBe(2)
})
