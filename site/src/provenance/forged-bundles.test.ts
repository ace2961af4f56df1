import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BundleCase, forgedBundles, SIGNED_RUN, validBundles } from './forged-bundles-testing.ts'
import { RELEASED } from './levels.ts'
import { toSignature } from './signature.ts'
import { startSigstore, submissionOf, TEST_REGISTRY, type TestSigstore } from './testing.ts'
import { type Trust, toInstance } from './trust.ts'
import { InvalidBundle, verifyBundle } from './verify-bundle.ts'

let sigstore: TestSigstore
let trust: Trust
beforeAll(async () => {
  sigstore = await startSigstore()
  trust = { instances: [toInstance(sigstore.trustedRoot)], names: [TEST_REGISTRY], released: RELEASED }
})
afterAll(() => sigstore.close())

const check = ({ bundle, document }: BundleCase) => toSignature(document, verifyBundle(bundle, trust.instances), trust)

/** Returns the sentence with which a bundle is refused; null if it is accepted. Any other error is a fault. */
function refusal(one: BundleCase): string | null {
  try {
    check(one)
    return null
  } catch (error) {
    if (error instanceof InvalidBundle) return error.message
    return `not a refusal: ${String(error)}`
  }
}

test('a signature of a job is accepted, whatever kind of job it is', async () => {
  const cases = await validBundles(sigstore)
  expect(cases.map((one) => [one.name, refusal(one)])).toEqual(cases.map(({ name }) => [name, null]))
})

test('forged, swapped, cut and re-signed bundles are refused, each with a sentence', async () => {
  const cases = await forgedBundles(sigstore)
  expect(cases.length).toBeGreaterThan(100)
  const wrong = cases.flatMap((one) => {
    const sentence = refusal(one)
    return sentence === null || !/^(its?|the) .{5,250}[^.]$/.test(sentence) ? [[one.name, sentence]] : []
  })
  expect(wrong).toEqual([])
})

test('of several certified times, the first one is that of the signature', async () => {
  const later = await startSigstore({ logClock: new Date(Date.now() + 300_000) })
  const instances = [toInstance(later.trustedRoot)]
  const bundle = await later.sign(submissionOf(SIGNED_RUN), { evidence: ['log', 'stamp'] })
  await later.close()
  const { signedAt } = verifyBundle(bundle, instances)
  expect(Math.abs(Date.parse(signedAt) - Date.now())).toBeLessThan(60_000)
})

test.each([-1_200_000, 1_200_000])(
  'a signature whose time is %i ms from that of its certificate is refused',
  async (ms) => {
    const instance = await startSigstore({ logClock: new Date(Date.now() + ms) })
    const bundle = await instance.sign(submissionOf(SIGNED_RUN))
    await instance.close()
    expect(() => verifyBundle(bundle, [toInstance(instance.trustedRoot)])).toThrow(
      'not valid at the time of the signature',
    )
  },
)

test('a certificate that is in no log of certificates is refused if the instance has one', async () => {
  const instance = await startSigstore({ hasCertificateLog: false })
  const bundle = await instance.sign(submissionOf(SIGNED_RUN))
  await instance.close()
  const root = { ...instance.trustedRoot, ctlogs: sigstore.trustedRoot.ctlogs }
  expect(() => verifyBundle(bundle, [toInstance(root)])).toThrow(InvalidBundle)
})

test('a time that the log did not sign is not the time of the signature', async () => {
  const evidence: ('log' | 'stamp')[] = ['log', 'stamp']
  const genuine = JSON.parse(String(await sigstore.sign(submissionOf(SIGNED_RUN), { evidence })))
  const [entry] = genuine.verificationMaterial.tlogEntries
  delete entry.inclusionPromise
  entry.integratedTime = '1700000000'
  const { signedAt } = check({ name: '', bundle: Buffer.from(JSON.stringify(genuine)), document: SIGNED_RUN })
  expect(Math.abs(Date.parse(signedAt) - Date.now())).toBeLessThan(60_000)
})
