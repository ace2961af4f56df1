import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalize } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutate, random } from '../ingest/mutations-testing.ts'
import { temporaryDirectory } from '../testing.ts'
import { type BundleCase, forgedBundles, SIGNED_RUN, validBundles } from './forged-bundles-testing.ts'
import { RELEASED } from './levels.ts'
import { toSignature } from './signature.ts'
import { startSigstore, submissionOf, TEST_REGISTRY, type TestSigstore } from './testing.ts'
import { toInstance } from './trust.ts'
import { InvalidBundle, verifyBundle } from './verify-bundle.ts'

const VERIFY_IN_GO = path.join(import.meta.dirname, '..', '..', '..', '.cache', 'bin', 'verify-in-go')
const MUTATIONS = Number(process.env.PLIMSOLL_FUZZ ?? 10_000) / 2

let sigstore: TestSigstore
beforeAll(async () => {
  sigstore = await startSigstore()
})
afterAll(() => sigstore.close())

/** Returns what sigstore-go says about bundles: `accepted`, or `refused: ` and why. */
function verifyInGo(cases: readonly BundleCase[]): string[] {
  const folder = temporaryDirectory()
  const root = path.join(folder, 'trusted-root.json')
  writeFileSync(root, JSON.stringify(sigstore.trustedRoot))
  const lines = cases.map(({ bundle, document }, number) => {
    const files = [`${number}.sigstore.json`, `${number}.json`].map((name) => path.join(folder, name))
    writeFileSync(String(files[0]), bundle)
    writeFileSync(String(files[1]), canonicalize(document))
    return files.join(' ')
  })
  const output = execFileSync(VERIFY_IN_GO, [root, TEST_REGISTRY], { input: `${lines.join('\n')}\n`, encoding: 'utf8' })
  return output.trim().split('\n')
}

test('sigstore-go accepts every kind of bundle that the registry accepts', async () => {
  const cases = await validBundles(sigstore)
  expect(verifyInGo(cases)).toEqual(cases.map(() => 'accepted'))
})

/** Changes that sigstore-go ignores, because the rest of the bundle proves the same. The registry is stricter. */
const HARMLESS = /\/kindVersion\/|\/checkpoint\/envelope damaged$|^(statement: )?too large$|^a stranger's time stamp$/

test('sigstore-go refuses every forged bundle, too, unless it proves the same as the genuine one', async () => {
  const cases = await forgedBundles(sigstore)
  const answers = verifyInGo(cases)
  expect(answers).toHaveLength(cases.length)
  const accepted = cases.filter((_, at) => answers[at] === 'accepted').map(({ name }) => name)
  expect(accepted.filter((name) => !HARMLESS.test(name))).toEqual([])
})

test(`none of ${MUTATIONS} mutations of a bundle proves anything else, and each is refused with a sentence`, async () => {
  const trust = { instances: [toInstance(sigstore.trustedRoot)], names: [TEST_REGISTRY], released: RELEASED }
  const bundle = (await sigstore.sign(submissionOf(SIGNED_RUN), { evidence: ['log', 'stamp'] })).toString()
  const proven = toSignature(SIGNED_RUN, verifyBundle(Buffer.from(bundle), trust.instances), trust)
  const next = random(20_261_127)
  for (let number = 0; number < MUTATIONS; number++) {
    const mutated = mutate(bundle, next)
    try {
      // White space between the members changes nothing.
      expect(toSignature(SIGNED_RUN, verifyBundle(Buffer.from(mutated), trust.instances), trust)).toEqual(proven)
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidBundle)
    }
  }
}, 900_000)
