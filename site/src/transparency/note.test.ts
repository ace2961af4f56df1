import { expect, test } from 'vitest'
import { formatNote, newPrivateKey, openNote, parsePrivateKey, parseVerifier, signText } from './note.ts'

/** The example of the Go package golang.org/x/mod/sumdb/note. */
const GO = {
  private: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  verifier: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature: 'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
}

test('a key of Go makes the same verifier key, signature and note as in Go', () => {
  const signer = parsePrivateKey(GO.private)
  expect(signer.verifier.text).toBe(GO.verifier)
  expect(signText(GO.text, signer)).toBe(GO.signature)
  const note = formatNote(GO.text, GO.signature, signer.verifier)
  expect(note).toBe(`${GO.text}\n— PeterNeumann ${GO.signature}\n`)
  expect(openNote(note, parseVerifier(GO.verifier))).toBe(GO.text)
})

test('a changed text, the signature of another key and a missing signature are rejected', () => {
  const [signer, other] = ['registry.example/log', 'registry.example/log'].map((name) =>
    parsePrivateKey(newPrivateKey(name)),
  )
  if (signer === undefined || other === undefined) throw new Error('no keys')
  const sign = (by: typeof signer) => `— registry.example/log ${signText('text\n', by)}\n`
  const open = (note: string) => openNote(note, signer.verifier)
  expect(open(`text\n\n${sign(signer)}`)).toBe('text\n')
  expect(open(`Text\n\n${sign(signer)}`)).toBeNull()
  expect(open(`text\n\n${sign(other)}`)).toBeNull()
  expect(open('text\n\n')).toBeNull()
  expect(open(sign(signer))).toBeNull()
  // Witnesses add signatures of their own.
  expect(open(`text\n\n${sign(other)}${sign(signer)}`)).toBe('text\n')
})

test('a damaged key and an unusable name are rejected, and the error does not contain a private key', () => {
  const key = newPrivateKey('registry.example/log')
  const damaged = key.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const text of [damaged, key.slice(0, -4), 'x', '']) {
    expect(() => parsePrivateKey(text)).toThrow('plimsoll-registry log-key new')
    expect(() => parsePrivateKey(text)).not.toThrow(key.slice(-20))
  }
  const { text } = parsePrivateKey(key).verifier
  expect(() => parseVerifier(text.replace('registry', 'mirror'))).toThrow('is not the verifier key of a log')
  for (const given of [key, damaged, ` ${key}`, key.toLowerCase()])
    expect(() => parseVerifier(given)).toThrow(
      /^A private key is not the verifier key of a log. Use the line that plimsoll-registry log-key new printed.$/,
    )
  for (const name of ['', 'a b', 'a+b', 'ä', 'x'.repeat(201)]) expect(() => newPrivateKey(name)).toThrow('Invalid name')
})
