import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { checkLog, compareWitness } from './check-log.ts'
import { checkpointsFile, formatHead, lastCheckpoint, servedCheckpoint } from './checkpoints.ts'
import { logFolder } from './log-folder.ts'
import { formatNote, newPrivateKey, parsePrivateKey, signText } from './note.ts'
import { addToLog } from './write-log.ts'

// The tests of verify show the other faults of a log.

const key = newPrivateKey('registry.example/log')
const signer = parsePrivateKey(key)
const { verifier } = signer

let registry: Registry
let folder: string
beforeEach(async () => {
  registry = temporaryRegistry()
  folder = logFolder(registry)
  importDocument(registry, toBytes(exampleRun()))
  await addToLog(registry, key)
})

const faults = () => checkLog(registry, verifier).faults

test('a checkpoint of more leaves than there are files is reported without listing them', () => {
  const [last = ''] = readFileSync(checkpointsFile(folder), 'utf8').split('\n').slice(-2)
  appendFileSync(checkpointsFile(folder), `${last.replace(/^\d{12}/, '999999999999')}\n`)
  expect(faults()).toEqual([
    expect.stringContaining('the leaves from 0 cannot be read'),
    `the key ${verifier.text} did not sign the checkpoint of 999999999999 leaves`,
  ])
})

test('an entry after those of the tree is reported', () => {
  const bundle = path.join(folder, 'tile/entries/000.p/2')
  const bytes = readFileSync(bundle)
  writeFileSync(bundle, Buffer.concat([bytes, bytes.subarray(0, 2 + bytes.readUInt16BE(0))]))
  expect(faults()).toEqual(['tile/entries/000.p/2 has more than the 2 entries of the signed tree'])
})

test.each(['more', '\0'.repeat(151)])(
  'bytes after the last checkpoint are reported until the log grows',
  async (end) => {
    appendFileSync(checkpointsFile(folder), end)
    expect(faults()).toEqual([expect.stringContaining(`checkpoints has ${end.length} bytes after its last line`)])
    await addToLog(registry, key)
    expect(faults()).toEqual([])
  },
)

test('a witness with another encoding of the same root is not a checkpoint, even if it is signed', () => {
  const log = checkLog(registry, verifier)
  expect(compareWitness(log, servedCheckpoint(folder))).toEqual({ size: 2 })
  const head = formatHead(verifier.name, lastCheckpoint(folder) ?? { size: 0, root: Buffer.of() })
  // The last two bits of the last character do not count.
  const other = head.replace(/(.)=\n$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}=\n`)
  expect(Buffer.from(other.split('\n')[2] ?? '', 'base64')).toEqual(lastCheckpoint(folder)?.root)
  const witness = formatNote(other, signText(other, signer), verifier)
  expect(compareWitness(log, witness)).toEqual({ fault: expect.stringContaining('not a checkpoint of the log') })
})
