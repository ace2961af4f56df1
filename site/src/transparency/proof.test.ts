import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { TEMPLATE_VERSION } from '../page-parts/template.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { inputsOfRun } from '../site-build/run-files.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { parseHead } from './checkpoints.ts'
import { logFolder } from './log-folder.ts'
import { newPrivateKey, openNote, parsePrivateKey } from './note.ts'
import { proofOfDocument } from './proof.ts'
import { leafHash, rootOfProof } from './tree.ts'
import { addToLog } from './write-log.ts'

const key = newPrivateKey('registry.example/log')
const { verifier } = parsePrivateKey(key)
const TEMPLATE = { version: TEMPLATE_VERSION, stylesheet: 'site.css', scripts: {}, baseUrl: null }

function add(registry: Registry, number: number): { id: string; hash: string } {
  const document = exampleRun((document) => {
    document.notes = [{ code: 'number', text: `Document ${number}.` }]
  })
  return importDocument(registry, toBytes(document))
}

async function pageOf(registry: Registry, id: string): Promise<string> {
  return String((await makeRunFile(registry, TEMPLATE, `${id}.html`))?.body)
}

test('the proof of a document leads from its leaf to a signed root, and never changes', async () => {
  const registry = temporaryRegistry()
  const runs = [add(registry, 0), add(registry, 1), add(registry, 2)]
  await addToLog(registry, key)
  const proofs = () => runs.map(({ id, hash }) => proofOfDocument(registry, id, hash))
  const first = proofs()
  for (const [index, proof] of first.entries()) {
    const [head = '', checkpoint = ''] = (proof?.text ?? '').split(/\n\n(.*)/s)
    const [format, number, ...hashes] = head.split('\n')
    expect([format, number]).toEqual(['c2sp.org/tlog-proof@v1', `index ${proof?.number}`])
    const tree = parseHead(openNote(checkpoint, verifier) ?? '', verifier.name)
    const siblings = hashes.map((hash) => Buffer.from(hash, 'base64'))
    const leaf = leafHash(Buffer.from(proof?.leaf ?? ''))
    expect(rootOfProof(leaf, proof?.number ?? -1, tree?.size ?? 0, siblings)).toEqual(tree?.root)
    expect(proof?.leaf).toContain(runs[index]?.hash)
  }
  for (let number = 3; number < 6; number += 1) {
    add(registry, number)
    await addToLog(registry, key)
  }
  expect(proofs()).toEqual(first)
})

test('the page of a run shows the proof once the document has a leaf, and only the page is made again then', async () => {
  const registry = temporaryRegistry()
  const { id, hash } = add(registry, 0)
  const before = inputsOfRun(registry, id, 'bytes', null)
  expect(await pageOf(registry, id)).not.toContain('ransparency log')
  await addToLog(registry, key)
  const page = await pageOf(registry, id)
  expect(page).toContain(proofOfDocument(registry, id, hash)?.text)
  expect(page).toContain(verifier.text)
  const after = inputsOfRun(registry, id, 'bytes', null)
  expect(after.page).not.toBe(before.page)
  expect(after.others).toBe(before.others)
  // Other runs in the log change nothing.
  add(registry, 1)
  await addToLog(registry, key)
  expect(inputsOfRun(registry, id, 'bytes', null)).toEqual(after)
  expect(await pageOf(registry, id)).toBe(page)
})

test.each<[string, (file: string) => void]>([
  ['a changed tile', (tile) => writeFileSync(tile, readFileSync(tile).fill(0, 32, 64))],
  ['a missing tile', (tile) => rmSync(tile)],
  ['a forged checkpoint', (tile) => changeDigit(path.join(tile, '../../../../checkpoints'))],
])('with %s, the page shows no proof, and the operator reads why, once', async (_, damage) => {
  const registry = temporaryRegistry()
  const { id } = add(registry, 0)
  add(registry, 1)
  await addToLog(registry, key)
  damage(path.join(logFolder(registry), 'tile/0/000.p/4'))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await pageOf(registry, id)).not.toContain('Proof of inclusion')
  await pageOf(registry, id)
  expect(errors.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/transparency log in .* does not prove run .* plimsoll-registry verify/),
  ])
  errors.mockRestore()
})

test('a document that is not the one of its leaf has no proof', async () => {
  const registry = temporaryRegistry()
  const { id, hash } = add(registry, 0)
  await addToLog(registry, key)
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(
    proofOfDocument(
      registry,
      id,
      hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ),
  ).toBeNull()
  expect(proofOfDocument(registry, id, hash)).not.toBeNull()
  errors.mockRestore()
})

/** Changes one character of the signature in the last line of a file of checkpoints. */
function changeDigit(file: string): void {
  const text = readFileSync(file, 'latin1')
  const at = text.length - 20
  writeFileSync(file, `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`, 'latin1')
}
