import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { RegistryError } from '../errors.ts'
import type { Registry } from '../store/registry.ts'
import { exampleRun, temporaryRegistry } from '../testing.ts'
import { startSigstore, submissionOf, TEST_REGISTRY, type TestSigstore } from './testing.ts'
import { addName, readInstances, readNames, refreshTrust, trustOf } from './trust.ts'
import { InvalidBundle, verifyBundle } from './verify-bundle.ts'

let [first, second]: [TestSigstore, TestSigstore] = [] as never
/** A bundle of each instance. */
let bundles: [Buffer, Buffer]
let registry: Registry
let namesFile: string
let rootsFile: string

beforeAll(async () => {
  first = await startSigstore()
  second = await startSigstore({ hasCertificateLog: false })
  const submission = submissionOf(exampleRun())
  bundles = [await first.sign(submission), await second.sign(submission)]
})
afterAll(async () => {
  await first.close()
  await second.close()
})
beforeEach(() => {
  registry = temporaryRegistry()
  namesFile = path.join(registry.directory, 'addresses.txt')
  rootsFile = path.join(registry.directory, 'trusted-root.jsonl')
})

/** Returns which of the two instances a registry trusts, from what it says about their bundles. */
function trusted(): ('first' | 'second')[] {
  const { instances } = trustOf(registry)
  const verifies = (bundle: Buffer) => {
    try {
      return verifyBundle(bundle, instances).submission.registry === TEST_REGISTRY
    } catch (error) {
      if (!(error instanceof InvalidBundle)) throw error
      expect(error.message).toBe(
        'its certificate is not from a Sigstore instance that this registry trusts, or was not valid at the time of the signature',
      )
      return false
    }
  }
  return (['first', 'second'] as const).filter((_name, index) => verifies(bundles[index] as Buffer))
}

test('without files, a registry has no name and trusts the public instance of Sigstore alone', () => {
  const { names, instances } = trustOf(registry)
  expect(names).toEqual([])
  expect(instances.map(({ logs }) => [...logs.values()][0])).toEqual(['https://rekor.sigstore.dev'])
  expect(trusted()).toEqual([])
})

test('the names of a registry are the lines of its file, as statements have them; comments and empty lines do not count', () => {
  const lines = ['# where it was before', 'https://old.example/results/', '', '  github:Example/Results  ', '#x']
  writeFileSync(namesFile, lines.join('\r\n'))
  const names = ['https://old.example/results', 'github:example/results']
  expect(readNames(registry)).toEqual(names)
  expect(trustOf(registry).names).toEqual(names)
})

test('a name is added once, and what the file has stays', () => {
  writeFileSync(namesFile, '# names\nhttps://old.example')
  for (const address of ['https://new.example/', 'https://old.example/', 'https://new.example'])
    addName(registry, address)
  expect(readFileSync(namesFile, 'utf8')).toBe('# names\nhttps://old.example\nhttps://new.example\n')
  rmSync(namesFile)
  addName(registry, 'github:Example/Results')
  expect(readFileSync(namesFile, 'utf8')).toBe('github:example/results\n')
})

test('the roots of a registry are one JSON document, or one per line, as `gh attestation trusted-root` prints them', () => {
  writeFileSync(rootsFile, JSON.stringify(first.trustedRoot, null, 2))
  expect(trusted()).toEqual(['first'])
  const both = [first, second].map(({ trustedRoot }) => JSON.stringify(trustedRoot))
  writeFileSync(rootsFile, `\n${both.join('\n\n')}\n`)
  expect(trusted()).toEqual(['first', 'second'])
})

test.each([
  ['no text', ''],
  ['no JSON', 'trusted root'],
  ['null', 'null'],
  ['a number', '1'],
  ['an object without authorities', '{}'],
  ['another object', '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","tlogs":[]}'],
  ['a list of roots', () => JSON.stringify([first.trustedRoot])],
  ['a list instead of an authority', () => JSON.stringify({ ...first.trustedRoot, certificateAuthorities: [[]] })],
  ['a log without a key', () => JSON.stringify({ ...first.trustedRoot, tlogs: [{ baseUrl: 'https://log.example' }] })],
  ['half a root', () => JSON.stringify(first.trustedRoot).slice(0, -9)],
  ['a valid line and a broken one', () => `${JSON.stringify(first.trustedRoot)}\n{"half":\n`],
])('a file of roots that has %s is reported with its name and a way to a right one', (_name, content) => {
  writeFileSync(rootsFile, typeof content === 'string' ? content : content())
  for (const read of [() => readInstances(rootsFile), () => trustOf(registry)]) {
    const error = errorOf(read) as RegistryError
    expect(error).toBeInstanceOf(RegistryError)
    expect([error.code, error.exitCode]).toEqual(['bad-trusted-root', 2])
    expect(error.message).toMatch(
      /^'.*trusted-root\.jsonl' has no trusted root of a Sigstore instance \(.+\)\. Get one with: gh /,
    )
    expect(error.message).not.toMatch(/undefined|\n/)
  }
})

test.skipIf(process.platform === 'win32')(
  'a pipe or a device in place of a file is a sentence, and nothing hangs',
  () => {
    const namesFile = path.join(registry.directory, 'addresses.txt')
    symlinkSync('/dev/zero', namesFile)
    expect(() => trustOf(registry)).toThrow('addresses.txt')
    rmSync(namesFile)
    execFileSync('mkfifo', [rootsFile])
    for (const read of [() => readInstances(rootsFile), () => trustOf(registry)])
      expect(read).toThrow('it is not a small regular file')
  },
)

test('the files are read again only after a change', () => {
  writeFileSync(rootsFile, JSON.stringify(first.trustedRoot))
  const before = trustOf(registry)
  expect(trustOf(registry)).toBe(before)
  expect(trustOf({ ...registry })).toBe(before)
  addName(registry, TEST_REGISTRY)
  expect(trustOf(registry).names).toEqual([TEST_REGISTRY])
  writeFileSync(rootsFile, JSON.stringify(second.trustedRoot))
  expect(trusted()).toEqual(['second'])
  rmSync(rootsFile)
  expect(trustOf(registry).instances.map(({ logs }) => [...logs.values()][0])).toEqual(['https://rekor.sigstore.dev'])
})

/** The place at which The Update Framework keeps the root of the public instance. */
function refreshedFile(): string {
  const folder = path.join(registry.directory, '.sigstore', 'tuf-repo-cdn.sigstore.dev')
  mkdirSync(path.join(folder, 'targets'), { recursive: true })
  return path.join(folder, 'targets', 'trusted_root.json')
}

test('the root that was fetched last replaces the shipped one, and roots of its own replace both', () => {
  writeFileSync(refreshedFile(), JSON.stringify(first.trustedRoot))
  expect(trusted()).toEqual(['first'])
  writeFileSync(rootsFile, JSON.stringify(second.trustedRoot))
  expect(trusted()).toEqual(['second'])
})

/** Makes every address of the network unreachable until the test ends. */
function withoutNetwork(): void {
  // Nothing listens on this port, which is reserved (RFC 6335).
  for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, 'http://127.0.0.1:0')
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '')
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('a registry with roots of its own, or that fetched the root today, fetches nothing', async () => {
  withoutNetwork()
  writeFileSync(rootsFile, JSON.stringify(first.trustedRoot))
  expect(await refreshTrust(registry)).toBeNull()
  expect(existsSync(path.join(registry.directory, '.sigstore'))).toBe(false)
  rmSync(rootsFile)
  writeFileSync(path.join(refreshedFile(), '..', '..', 'timestamp.json'), '{}')
  expect(await refreshTrust(registry)).toBeNull()
})

test('if the root cannot be fetched, the reason is returned, and the last root stays', async () => {
  withoutNetwork()
  expect(await refreshTrust(registry)).not.toBeNull()
  expect(trustOf(registry).instances.map(({ logs }) => [...logs.values()][0])).toEqual(['https://rekor.sigstore.dev'])
  writeFileSync(refreshedFile(), JSON.stringify(first.trustedRoot))
  // An earlier refresh left this beside the root.
  writeFileSync(path.join(path.dirname(refreshedFile()), '..', 'root.json'), '{}')
  expect(await refreshTrust(registry)).not.toBeNull()
  expect(trusted()).toEqual(['first'])
})

function errorOf(attempt: () => unknown): unknown {
  try {
    return attempt()
  } catch (error) {
    return error
  }
}
