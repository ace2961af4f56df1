import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { main } from '../command.ts'
import { importSigned, startIssuer } from '../ingest/testing.ts'
import { documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { keyLogFile } from '../store/key-log.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { addStatement, readStatements, statementFile } from '../store/statements.ts'
import { deleteRun, withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { servedCheckpoint } from '../transparency/checkpoints.ts'
import { logFolder } from '../transparency/log-folder.ts'
import { newPrivateKey, parsePrivateKey } from '../transparency/note.ts'
import { addToLog } from '../transparency/write-log.ts'

const key = newPrivateKey('registry.example/log')
const verifier = parsePrivateKey(key).verifier.text

let registry: Registry
let ids: string[]
beforeEach(async () => {
  registry = openRegistry(path.join(temporaryDirectory(), 'registry'))
  ids = [0, 1, 2].map(add)
  withdraw(registry, ids[0] ?? '', 'wrong image')
  await addToLog(registry, key)
})

/** Stores a run. */
function add(number: number): string {
  const document = exampleRun((document) => {
    document.notes = [{ code: 'number', text: `Document ${number}.` }]
  })
  return importDocument(registry, toBytes(document)).id
}

async function verify(...args: string[]): Promise<{ code: number; out: string; stderr: string }> {
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  )
  const code = await main(['verify', ...args, '--registry', registry.directory])
  const [out, stderr] = [log, error].map((spy) => spy?.mock.calls.map(([line]) => String(line)).join('\n') ?? '')
  vi.restoreAllMocks()
  return { code, out: String(out), stderr: String(stderr) }
}

/** Keeps the present checkpoint, as a witness does. */
function keepCheckpoint(): string {
  const file = path.join(temporaryDirectory(), 'checkpoint')
  writeFileSync(file, servedCheckpoint(logFolder(registry)))
  return file
}

const inLog = (...names: string[]) => path.join(logFolder(registry), ...names)

test('a log without faults proves the leaf of each document, with the key of the registry or a given one', async () => {
  const { code, out, stderr } = await verify()
  expect(stderr).not.toContain('failed:')
  expect(code).toBe(0)
  expect(out).toContain(`log  7 leaves; the tree matches every checkpoint that ${verifier} signed`)
  for (const id of ids)
    expect(out).toMatch(new RegExp(`^${id}  leaf \\d of the transparency log registry.example/log, in its`, 'm'))
  expect((await verify('--log-key', verifier)).code).toBe(0)
  const other = parsePrivateKey(newPrivateKey('registry.example/log')).verifier.text
  const forged = await verify('--log-key', other)
  expect(forged.stderr).toContain(`the key ${other} did not sign the checkpoint of 7 leaves`)
  expect(forged.code).toBe(1)
})

test('an old checkpoint is confirmed while the log only grows', async () => {
  const witness = keepCheckpoint()
  add(3)
  deleteRun(registry, ids[1] ?? '', 'named a person')
  await addToLog(registry, key)
  const { code, out } = await verify('--witness', witness, '--log-key', verifier)
  expect(out).toContain(
    `log  none of the 7 leaves of the checkpoint ${witness} was removed or changed; 3 were added after it, whatever their dates say`,
  )
  expect(out).toContain(`${ids[1]}  leaf`)
  expect(code).toBe(0)
})

test('a dropped leaf is detected', async () => {
  const bundle = inLog('tile/entries/000.p/7')
  const bytes = readFileSync(bundle)
  const length = 2 + bytes.readUInt16BE(0)
  const last = readFileSync(inLog('tile/0/000.p/7'))
  // Without its first leaf, the log has six leaves, and they cannot be signed without the key.
  writeFileSync(inLog('tile/entries/000.p/7'), bytes.subarray(length))
  const short = await verify()
  expect(short.stderr).toContain('log  verification failed: the leaves from 0 cannot be read')
  expect(short.code).toBe(1)
  writeFileSync(bundle, Buffer.concat([bytes.subarray(length), bytes.subarray(0, length)]))
  writeFileSync(inLog('tile/0/000.p/7'), Buffer.concat([last.subarray(32), last.subarray(0, 32)]))
  const moved = await verify()
  expect(moved.stderr).toContain('the signed checkpoint of 7 leaves does not match the entries')
  expect(moved.code).toBe(1)
})

test('a changed leaf is detected and named', async () => {
  const bundle = inLog('tile/entries/000.p/7')
  const text = readFileSync(bundle, 'latin1')
  const at = text.indexOf('sha256:', text.indexOf('sha256:') + 1) + 10
  writeFileSync(bundle, `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`, 'latin1')
  const { code, stderr } = await verify()
  expect(stderr).toContain('tile/0/000.p/7 does not match the entries: leaf 1 was changed')
  expect(stderr).toContain('the signed checkpoint of 7 leaves does not match the entries')
  expect(code).toBe(1)
})

test('a changed, a removed and an exchanged document are detected', async () => {
  const [first = '', second = '', third = ''] = ids
  const file = documentFile(registry, first)
  writeFileSync(file, readFileSync(file, 'utf8').replace('Document 0', 'Document 9'))
  rmSync(documentFile(registry, second))
  // The run is gone as if it had never been submitted.
  rmSync(documentFile(registry, third))
  rmSync(statementFile(registry, third))
  const { code, stderr } = await verify()
  for (const id of ids) {
    expect(stderr).toMatch(
      new RegExp(`${id}  verification failed: its document is missing or damaged, but it was accepted`),
    )
  }
  expect(stderr).toMatch(
    new RegExp(`${third}  verification failed: leaf \\d of the transparency log is a statement that was`),
  )
  expect(code).toBe(1)
})

test('a dropped statement, a changed statement and statements in another order are detected', async () => {
  const file = statementFile(registry, ids[0] ?? '')
  const text = readFileSync(file, 'utf8')
  const [submitted, withdrawn] = text.trim().split('\n')
  writeFileSync(file, `${submitted}\n`)
  const dropped = await verify()
  expect(dropped.stderr).toMatch(/leaf \d of the transparency log is a statement that was removed or changed/)
  expect(dropped.code).toBe(1)
  writeFileSync(file, text.replace('wrong image', 'right image'))
  const changed = await verify()
  expect(changed.stderr).toContain('its statement 2 has no leaf in the transparency log')
  expect(changed.stderr).toMatch(/leaf \d of the transparency log is a statement that was removed or changed/)
  writeFileSync(file, `${withdrawn}\n${submitted}\n`)
  expect((await verify()).stderr).toContain('its statements are in another order than their leaves')
})

test('a repeated statement does not count, and is detected: an old line that is added again', async () => {
  const [id = '', by = '', newer = ''] = ids
  const at = (second: number) => `2026-11-20T12:00:0${second}.000Z`
  addStatement(registry, id, { kind: 'superseded', by, at: at(1) })
  addStatement(registry, id, { kind: 'superseded', by: newer, at: at(2) })
  await addToLog(registry, key)
  const file = statementFile(registry, id)
  appendFileSync(file, `${readFileSync(file, 'utf8').split('\n')[2]}\n`)
  const { code, stderr } = await verify()
  expect(stderr).toContain(`${id}  verification failed: statements/${id}.jsonl, line 5: it repeats an earlier line`)
  expect(code).toBe(1)
  const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(readStatements(registry, id).at(-1)).toMatchObject({ by: newer })
  expect(await addToLog(registry, key)).toBe(0)
  warnings.mockRestore()
})

test('a forked log is detected: another tree of the same size, signed with the same key', async () => {
  const witness = keepCheckpoint()
  const size = readFileSync(inLog('checkpoint'), 'utf8').split('\n')[1]
  // The operator makes a new log over the same registry, in which the withdrawal is another one.
  rmSync(logFolder(registry), { recursive: true })
  const file = statementFile(registry, ids[0] ?? '')
  writeFileSync(file, readFileSync(file, 'utf8').replace('wrong image', 'another reason'))
  await addToLog(registry, key)
  expect(readFileSync(inLog('checkpoint'), 'utf8').split('\n')[1]).toBe(size)
  expect((await verify('--log-key', verifier)).code).toBe(0)
  const { code, stderr } = await verify('--log-key', verifier, '--witness', witness)
  expect(stderr).toContain('the log was forked: its first 7 leaves are not those that were signed then')
  expect(code).toBe(1)
})

test('a truncated log is detected: an old state of the registry and its log, put back', async () => {
  const old = path.join(temporaryDirectory(), 'old')
  cpSync(registry.directory, old, { recursive: true })
  add(3)
  await addToLog(registry, key)
  const witness = keepCheckpoint()
  rmSync(registry.directory, { recursive: true })
  cpSync(old, registry.directory, { recursive: true })
  expect((await verify()).code).toBe(0)
  expect((await verify('--witness', witness)).stderr).toContain('the log was truncated: it had 9 leaves, and now has 7')
})

test('a witness that the key did not sign, and a missing one, are reported', async () => {
  const witness = keepCheckpoint()
  writeFileSync(witness, readFileSync(witness, 'utf8').replace('\n7\n', '\n6\n'))
  expect((await verify('--witness', witness)).stderr).toContain(`the key ${verifier} did not sign it`)
  expect((await verify('--witness', `${witness}x`)).code).toBe(2)
})

test('a served checkpoint that is not the last one, and a damaged file of checkpoints, are reported', async () => {
  const before = readFileSync(inLog('checkpoint'))
  add(3)
  await addToLog(registry, key)
  writeFileSync(inLog('checkpoint'), before)
  expect((await verify()).stderr).toContain('checkpoint is not the last one that was signed')
  const lines = readFileSync(inLog('checkpoints'), 'utf8')
  writeFileSync(inLog('checkpoints'), lines.replace(/^./, 'x'))
  expect((await verify()).stderr).toContain('checkpoints, line 1: it is damaged')
  // A second tree of the same size.
  appendFileSync(inLog('checkpoints'), lines.split('\n').at(-2) ?? '')
  appendFileSync(inLog('checkpoints'), '\n')
  expect((await verify()).stderr).toContain('a checkpoint of 9 leaves was signed after one of 9 leaves')
})

test('a log without its key is reported', async () => {
  rmSync(inLog('verifier-key'))
  const { code, stderr } = await verify()
  expect(stderr).toContain("has no verifier-key. Restore the folder 'log' from a backup")
  expect(code).toBe(2)
})

test('a run that was stored while the log was off is reported until it has a leaf', async () => {
  const id = add(3)
  const { code, stderr } = await verify()
  expect(stderr).toContain(`${id}  verification failed: its document has no leaf in the transparency log`)
  expect(code).toBe(1)
  await addToLog(registry, key)
  expect((await verify()).code).toBe(0)
})

test('a signed statement gets its leaf in order even while the log of keys, which proves it, is lost', async () => {
  const issuer = await startIssuer()
  const document = exampleRun(({ source }) => Object.assign(source ?? {}, { commit: null }))
  const id = await importSigned(registry, issuer, document, { iat: Date.parse('2026-11-20T12:00:00.000Z') / 1000 })
  await issuer.close()
  withdraw(registry, id, 'wrong image')
  const [keys, lost] = [keyLogFile(registry), path.join(temporaryDirectory(), 'lost')]
  renameSync(keys, lost)
  const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
  await addToLog(registry, key)
  warnings.mockRestore()
  renameSync(lost, keys)
  await addToLog(registry, key)
  const { out, stderr } = await verify(id)
  expect(out).toContain(`${id}  signed by repository`)
  expect(stderr).not.toMatch(/no leaf|another order/)
})

test('without a log, verify works as before, and asks for the log only if a witness is given', async () => {
  rmSync(logFolder(registry), { recursive: true })
  const { code, out } = await verify()
  expect(out).not.toContain('log')
  expect(code).toBe(0)
  expect((await verify('--witness', 'x')).code).toBe(2)
})
