import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { TEMPLATE_VERSION } from '../page-parts/template.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { listDocuments } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { servedCheckpoint } from './checkpoints.ts'
import { logFolder } from './log-folder.ts'
import { newPrivateKey, parsePrivateKey } from './note.ts'
import { verifyInGo, writeProofs } from './testing.ts'
import { addToLog } from './write-log.ts'

/** The numbers of leaves after which a checkpoint is kept. They are on both sides of a full tile. */
const BATCHES = [1, 1, 125, 1, 1, 71]

const { directory, remove } = directoryOfTests()
const registry: Registry = openRegistry(path.join(directory, 'registry'))
const key = newPrivateKey('registry.example/log')
const verifierKey = parsePrivateKey(key).verifier.text
const old: string[] = []
const proofs = path.join(directory, 'proofs')

beforeAll(async () => {
  let number = 0
  for (const count of BATCHES) {
    for (const end = number + count; number < end; number += 1) store(number)
    await addToLog(registry, key)
    old.push(path.join(directory, `checkpoint-${number}`))
    writeFileSync(old.at(-1) ?? '', servedCheckpoint(logFolder(registry)))
  }
  withdraw(registry, listDocuments(registry)[0] ?? '', 'wrong image')
  await addToLog(registry, key)
  writeProofs(registry, listDocuments(registry), proofs)
  return remove
})

function store(number: number): void {
  const document = exampleRun((document) => {
    document.notes = [{ code: 'number', text: `Document ${number}.` }]
  })
  importDocument(registry, toBytes(document))
}

const verify = (log = logFolder(registry), ...old: string[]) => verifyInGo(log, verifierKey, proofs, ...old)

test('Go accepts the signature, every leaf, the proof of every document, and that the log only grew', () => {
  for (const [index, file] of old.entries()) {
    const leaves = 2 * BATCHES.slice(0, index + 1).reduce((a, b) => a + b)
    expect(verify(undefined, file)).toEqual({
      status: 0,
      output: `401 leaves, 200 proofs, consistent with ${leaves} leaves`,
    })
  }
})

test('Go accepts the leaf and the proof as a reader copies them from the page of a run', async () => {
  const [id = ''] = listDocuments(registry)
  const template = { version: TEMPLATE_VERSION, stylesheet: 'site.css', scripts: {}, baseUrl: null }
  const page = await makeRunFile(registry, template, `${id}.html`)
  const shown = [...String(page?.body).matchAll(/<pre>([^<]*)<\/pre>/g)].map(([, text = '']) => unescapeHtml(text))
  expect(shown).toContain(readFileSync(path.join(proofs, `${id}.leaf`), 'utf8'))
  expect(shown).toContain(readFileSync(path.join(proofs, `${id}.tlog-proof`), 'utf8'))
  expect(shown).toContain(verifierKey)
})

test('Go rejects a changed proof, a changed leaf and a checkpoint of a forked log', () => {
  const [id = ''] = listDocuments(registry)
  const leaf = path.join(proofs, `${id}.leaf`)
  const text = readFileSync(leaf, 'utf8')
  writeFileSync(leaf, text.replace('document', 'Document'))
  expect(verify().status).toBe(1)
  writeFileSync(leaf, text)
  expect(verify().status).toBe(0)

  const bundle = path.join(logFolder(registry), 'tile/entries/000')
  const bytes = readFileSync(bundle)
  writeFileSync(
    bundle,
    bytes.map((byte, at) => (at === 300 ? byte ^ 1 : byte)),
  )
  expect(verify().status).toBe(1)
  writeFileSync(bundle, bytes)
})

test('Go rejects a forked log: two trees of one key, of which the second does not continue the first', async () => {
  const forked = openRegistry(path.join(directory, 'forked'))
  for (let number = 500; number < 800; number += 1) {
    const document = exampleRun((document) => {
      document.notes = [{ code: 'number', text: `Document ${number}.` }]
    })
    importDocument(forked, toBytes(document))
  }
  await addToLog(forked, key)
  expect(verify(logFolder(forked)).status).toBe(0)
  expect(verify(logFolder(forked), old.at(-1) ?? '').status).toBe(1)
})

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
