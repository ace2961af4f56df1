import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSubmission, readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { checkDocument } from '../../schema/test/check-document.ts'
import { startSigstore, type TestSigstore } from '../../schema/test/sigstore.ts'
import { runInDirectory } from './command-in-process.ts'
import { type ServedRegistry, serveRegistry } from './runner/registry.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-marks-'))
const CONFIG = join(directory, 'signing-config.json')
const OURS = { repository: 'octocat/project', repository_id: '7', repository_visibility: 'public' }

let sigstore: TestSigstore
let registry: ServedRegistry
let [first, second] = ['', '']

beforeAll(async () => {
  sigstore = await startSigstore()
  writeFileSync(CONFIG, JSON.stringify(sigstore.signingConfig))
  registry = await serveRegistry(directory, sigstore)
  Object.assign(sigstore.claims, OURS)
  ;[first, second] = [await submitRun('first'), await submitRun('second')]
})
afterAll(async () => {
  await registry?.end()
  await sigstore?.close()
  rmSync(directory, { recursive: true })
  vi.unstubAllEnvs()
})

function plimsoll(args: string[], environment: Record<string, string> = sigstore.environment) {
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '', ...environment }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  return runInDirectory(directory, args)
}

/**
 * Publishes a run.
 * @returns the id of the run
 */
async function submitRun(size: string): Promise<string> {
  const text = JSON.stringify({ ...checkDocument([{ params: { size } }]), source: null })
  const file = join(directory, `${size}.json`)
  writeFileSync(file, text)
  const { exitCode, stderr } = await plimsoll(to('publish', file))
  expect(exitCode, stderr).toBe(0)
  return readRun(text).id
}

const to = (...args: string[]) => [...args, '--registry', registry.url, '--signing-config', CONFIG]

/** Returns the statements about a run, with what their bundles say. */
async function statementsOf(id: string): Promise<object[]> {
  const answer = await fetch(`${registry.url}/api/v1/runs/${id}/statements`)
  const { statements } = (await answer.json()) as { statements: { bundle?: { dsseEnvelope: { payload: string } } }[] }
  return statements.map(({ bundle, ...statement }) => {
    return {
      ...statement,
      ...(bundle && { signed: parseSubmission(Buffer.from(bundle.dsseEnvelope.payload, 'base64')) }),
    }
  })
}

const pageOf = async (id: string) => (await fetch(`${registry.url}/runs/${id}`)).text()

test('another repository cannot withdraw a run, and the error says so', async () => {
  Object.assign(sigstore.claims, { repository: 'stranger/project', repository_id: '8' })
  const refused = await plimsoll(to('withdraw', first, '--reason', 'I do not like it'))
  Object.assign(sigstore.claims, OURS)
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toBe(
    `The registry ${registry.url} rejected the request: Only the repository that submitted this run can withdraw or supersede it.`,
  )
  expect(await pageOf(first)).not.toContain('I do not like it')
})

test('a workflow of the repository that published a run withdraws it, once the repository is private only with its consent, and signs these words alone', async () => {
  Object.assign(sigstore.claims, { repository_visibility: 'private' })
  const reason = 'the wrong image was measured'
  const refused = await plimsoll(to('withdraw', first, '--reason', reason))
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toContain('The repository is private, so nothing was signed')
  const ended = await plimsoll(to('withdraw', first, '--reason', reason, '--allow-private'))
  Object.assign(sigstore.claims, OURS)
  expect(ended).toMatchObject({ exitCode: 0, stdout: `${registry.url}/runs/${first}`, stderr: '' })
  expect(await statementsOf(first)).toMatchObject([
    { kind: 'submitted' },
    { kind: 'withdrawn', reason, signed: { action: 'withdraw', reason, registry: registry.url } },
  ])
  expect(await pageOf(first)).toContain('The submitter withdrew this run: the wrong image was measured')
})

test('a run is withdrawn once: the first reason stays, and is printed where another is given', async () => {
  const again = await plimsoll(to('withdraw', first, '--reason', 'another reason'))
  expect(again).toMatchObject({ exitCode: 0, stdout: `${registry.url}/runs/${first}` })
  expect(again.stderr).toBe('The run was already withdrawn. Its first reason is kept: the wrong image was measured')
})

test('a newer run stands in place of an older one, and both stay', async () => {
  const ended = await plimsoll(to('supersede', second, '--by', first))
  expect(ended).toMatchObject({ exitCode: 0, stdout: `${registry.url}/runs/${second}`, stderr: '' })
  expect(await pageOf(second)).toContain(`<a href="${first}">another one</a>`)
})

test('a rejection is printed in the words of the registry', async () => {
  const unknown = await plimsoll(to('supersede', second, '--by', 'c'.repeat(26)))
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' })
  expect(unknown.stderr).toContain('c'.repeat(26))
  const long = await plimsoll(to('withdraw', second, '--reason', 'x'.repeat(501)))
  expect(long).toMatchObject({ exitCode: 2, stdout: '' })
  expect(long.stderr).toContain('one line of at most 500 characters')
})

test('nothing is signed about a run that the registry does not have', async () => {
  sigstore.requests.length = 0
  const unknown = await plimsoll(to('withdraw', 'c'.repeat(26), '--reason', 'wrong'))
  expect(unknown).toMatchObject({
    exitCode: 2,
    stderr: `${registry.url}/runs/${'c'.repeat(26)}.json does not exist, or was deleted. Check the id and the registry.`,
  })
  expect(sigstore.requests).toEqual([])
})

test('nothing is signed about a run of which the registry gives another document', async () => {
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sigstore.requests.length = 0
  const other = await plimsoll(['withdraw', first, '--reason', 'wrong', '--registry', address])
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not the document of this run') })
  expect(sigstore.requests).toEqual([])
})

test('at a laptop nothing is asked of anybody, and the sentence says where it can be said', async () => {
  const none = await plimsoll(to('withdraw', second, '--reason', 'wrong'), {})
  expect(none).toMatchObject({ exitCode: 2, stdout: '' })
  expect(none.stderr).toMatch(
    /accepts this command only from the repository that published the run.*id-token: write`\.$/,
  )
  const folder = await plimsoll(['supersede', second, '--by', first, '--registry', directory])
  expect(folder.exitCode).toBe(2)
  expect(folder.stderr).toContain(`run \`plimsoll-registry supersede ${second}\``)
})

test.each(['x', 'A'.repeat(26), `../${'a'.repeat(23)}`])('%s is not a run id', async (id) => {
  const { exitCode, stderr } = await plimsoll(to('withdraw', id, '--reason', 'wrong'))
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: `"${id}" is not a run id. Give the last 26 characters of the address of the run's page.`,
  })
})
