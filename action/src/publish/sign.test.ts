import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSubmission, readRun } from '@plimsoll/schema'
import { execa } from 'execa'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startSigstore, type TestSigstore } from '../../../schema/test/sigstore.ts'
import { REGISTRY_COMMAND } from '../registry-command.ts'
import { idTokens } from './id-token.ts'
import { readSigningConfig, type Signing, signSubmission } from './sign.ts'

const REGISTRY = 'https://registry.example'
const RUN = new URL('../../../examples/run.json', import.meta.url)
const { id, hash, document } = readRun(readFileSync(RUN))
const SUBMISSION = { action: 'submit', hash, registry: REGISTRY } as const

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-sign-'))
let sigstore: TestSigstore
beforeAll(async () => {
  sigstore = await startSigstore()
})
afterAll(async () => {
  await sigstore.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  sigstore.requests.length = 0
  Object.assign(sigstore.claims, { repository_visibility: 'public', sha: document.source?.commit })
})

function sign(given: Partial<Signing> = {}): Promise<Uint8Array> {
  const tokens = idTokens(sigstore.environment)
  if (tokens === null) throw new Error('the environment has no tokens')
  return signSubmission(SUBMISSION, { tokens, allowPrivate: false, config: sigstore.signingConfig, ...given })
}

const submissionIn = (bundle: Uint8Array) =>
  parseSubmission(Buffer.from(JSON.parse(String(bundle)).dsseEnvelope.payload, 'base64'))

test('the bundle is one line of JSON with the submission, and a registry accepts what it proves', async () => {
  const bundle = await sign()
  expect(String(bundle)).not.toContain('\n')
  expect(submissionIn(bundle)).toEqual({ ...SUBMISSION, allowPrivate: false })
  expect(sigstore.requests).toEqual(['/token', '/api/v2/signingCert', '/api/v1/log/entries'])

  const [registry, file] = [join(directory, 'registry'), join(directory, 'run.json')]
  mkdirSync(join(registry, 'documents'), { recursive: true })
  writeFileSync(join(registry, 'trusted-root.jsonl'), JSON.stringify(sigstore.trustedRoot))
  writeFileSync(join(registry, 'addresses.txt'), `${REGISTRY}\n`)
  writeFileSync(file, readFileSync(RUN))
  writeFileSync(join(directory, 'run.sigstore.json'), bundle)
  const run = (...args: string[]) => execa(process.execPath, [REGISTRY_COMMAND, ...args, '--registry', registry])
  await run('import', file)
  const { stdout } = await run('verify')
  expect(stdout).toContain(`${id}  signed by repository: example/project, workflow run 3003`)
}, 60_000)

test.each(['private', 'internal', undefined])(
  'nothing is sent to Sigstore for a repository whose visibility is %s, unless its consent is given',
  async (visibility) => {
    Object.assign(sigstore.claims, { repository_visibility: visibility })
    await expect(sign()).rejects.toMatchObject({
      exitCode: 2,
      message:
        'The repository is private, so nothing was signed: the public log and the registry would show its name. To allow this, set allow-private: true (or --allow-private).',
    })
    expect(sigstore.requests).toEqual(['/token'])
    expect(submissionIn(await sign({ allowPrivate: true }))).toEqual({ ...SUBMISSION, allowPrivate: true })
  },
)

test('a token that cannot be read is taken for that of a private repository', async () => {
  for (const token of ['x', 'a.b.c', `a.${Buffer.from('7').toString('base64url')}.c`])
    await expect(sign({ tokens: async () => token })).rejects.toMatchObject({ exitCode: 2 })
  expect(sigstore.requests).toEqual([])
})

/** Returns a signing configuration with other addresses of the certificate authority and the log. */
function configOf(caUrl: string, logUrl = caUrl): object {
  const [service] = sigstore.signingConfig.caUrls as object[]
  return {
    ...sigstore.signingConfig,
    caUrls: [{ ...service, url: caUrl }],
    rekorTlogUrls: [{ ...service, url: logUrl }],
  }
}

test('an instance that cannot be reached is a sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((resolve) => server.close(resolve))
  await expect(sign({ config: configOf(url) })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(
      /^Sigstore could not sign the run \(error creating signing certificate.*ECONNREFUSED.*\)\. Run the job again\.$/,
    ),
  })
})

test('an error of the certificate authority or the log is a sentence, without control characters', async () => {
  const server = createServer((_, response) => {
    response.writeHead(409, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: '\u001b[31mno\n::warning::x' }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [{ url: own } = { url: '' }] = sigstore.signingConfig.caUrls as { url: string }[]
  for (const [config, what] of [
    [configOf(url), 'certificate'],
    [configOf(own, url), 'entry'],
  ] as const) {
    const problem = (await sign({ config }).catch((error: Error) => error)) as Error
    expect(problem).toMatchObject({ exitCode: 3 })
    expect(problem.message).toMatch(/^Sigstore could not sign the run \(.*\)\. Run the job again\.$/)
    expect(problem.message).toContain(what)
    expect(problem.message).not.toMatch(/\p{Cc}/u)
  }
})

test('a signing configuration that cannot be used is a sentence', async () => {
  for (const config of [{}, { ...configOf('https://x.example'), caUrls: [] }, 7, 'x'])
    await expect(sign({ config })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^The signing configuration cannot be used \(.+\)\. Give version 0\.2 of one\.$/),
    })
  expect(sigstore.requests.filter((path) => path !== '/token')).toEqual([])
})

test('a file that is no signing configuration is a sentence, and no file is the public instance', () => {
  expect(readSigningConfig(undefined)).toBeNull()
  expect(readSigningConfig('')).toBeNull()
  const file = join(directory, 'config.json')
  const read = () => readSigningConfig(file)
  expect(read).toThrow(new RegExp(`^'${file}' is not a signing configuration of Sigstore \\(ENOENT`))
  writeFileSync(file, 'x')
  expect(read).toThrow(expect.objectContaining({ exitCode: 2, message: expect.stringContaining('is not valid JSON') }))
  writeFileSync(file, '{"a":1}')
  expect(read()).toEqual({ a: 1 })
})
