import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalize } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RegistryError } from '../errors.ts'
import { startSigstore, submissionOf, type TestSigstore, trustSigstore } from '../provenance/testing.ts'
import { addName } from '../provenance/trust.ts'
import type { Registry } from '../store/registry.ts'
import { exampleRun, temporaryRegistry } from '../testing.ts'
import { checkBundle, findEarlierSubmission } from './check-bundle.ts'

// submit.test.ts, post-statement.test.ts and ../server/refused.site.test.ts test the rest with whole submissions.

let sigstore: TestSigstore
let registry: Registry
let usual: Buffer
beforeAll(async () => {
  sigstore = await startSigstore()
  usual = await sigstore.sign(submissionOf(exampleRun()))
})
afterAll(() => sigstore.close())
beforeEach(() => {
  registry = temporaryRegistry()
  trustSigstore(registry, sigstore)
})

test('the name of a private repository becomes public only with its consent', async () => {
  for (const visibility of ['private', 'internal']) {
    const claims = { repository_visibility: visibility }
    const submission = submissionOf(exampleRun())
    const refused = await sigstore.sign(submission, { claims })
    expect(() => checkBundle(registry, refused)).toThrow(
      expect.objectContaining({ status: 403, code: 'private-repository' }),
    )
    const allowed = await sigstore.sign({ ...submission, allowPrivate: true }, { claims })
    expect(checkBundle(registry, allowed).provenance.visibility).toBe(visibility)
  }
})

test('a bundle for one of the names of the registry is accepted; a refusal names them all', () => {
  rmSync(path.join(registry.directory, 'addresses.txt'))
  const sentenceFor = (address: string) => {
    addName(registry, address)
    return () => checkBundle(registry, usual)
  }
  const start =
    'The bundle does not allow this submission: it is for the registry https://registry.example, and this registry'
  expect(() => checkBundle(registry, usual)).toThrow(`${start} has no address in addresses.txt.`)
  expect(sentenceFor('https://one.example')).toThrow(`${start} is https://one.example.`)
  expect(sentenceFor('github:example/results')).toThrow(`${start} is https://one.example, github:example/results.`)
  expect(sentenceFor('https://registry.example/')).not.toThrow()
})

test('a registry whose trusted roots cannot be read does not blame the bundle', () => {
  writeFileSync(path.join(registry.directory, 'trusted-root.jsonl'), 'no root')
  expect(() => checkBundle(registry, usual)).toThrow(RegistryError)
})

test('what is no bundle is no earlier submission', () => {
  const { dsseEnvelope, ...rest } = JSON.parse(usual.toString())
  const texts = ['', 'no JSON', 'null', '1', '"text"', '[]', '{}', '{"dsseEnvelope":null}', JSON.stringify(rest)]
  const payloads = [null, 1, {}, '', 'e30=', 'bnVsbA==', dsseEnvelope.payload.slice(0, 40), dsseEnvelope.payload]
  for (const payload of payloads) texts.push(JSON.stringify({ dsseEnvelope: { payload } }))
  const document = Buffer.from(canonicalize(exampleRun()))
  for (const text of texts) expect(findEarlierSubmission(registry, { bundle: Buffer.from(text), document })).toBeNull()
})
