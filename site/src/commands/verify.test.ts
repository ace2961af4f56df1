import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { beforeEach, expect, test, vi } from 'vitest'
import { main } from '../command.ts'
import { claimsOf, startIssuer } from '../ingest/testing.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { addStatement, statementFile } from '../store/statements.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'

let registry: Registry
beforeEach(() => {
  registry = temporaryRegistry()
})

/** Returns a run that is signed by the job that submitted it. */
async function signedRun(): Promise<string> {
  const { id, hash } = identify(exampleRun())
  importDocument(registry, toBytes(exampleRun()))
  const issuer = await startIssuer()
  const token = await issuer.sign(claimsOf(issuer.issuer, `https://registry.example#${hash}`, 1_760_000_000))
  const { kid = '', n = '', e = '' } = issuer.published[0] ?? {}
  const at = '2026-11-20T12:00:00.000Z'
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

test('unsigned and deleted runs are reported as such', async () => {
  const { id, hash } = importDocument(registry, toBytes(exampleRun()))
  expect((await verify()).out).toContain('not signed')
  deleteRun(registry, id, 'a name')
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining(`deleted; its hash was ${hash}`) })
  expect((await verify('a'.repeat(26))).code).toBe(2)
})
