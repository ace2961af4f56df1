import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { checkLog } from '../transparency/check-log.ts'
import { parseHead } from '../transparency/checkpoints.ts'
import { newPrivateKey, openNote, parsePrivateKey } from '../transparency/note.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

const key = newPrivateKey('registry.example/log')
const { verifier } = parsePrivateKey(key)

const { directory, remove } = directoryOfTests()
let server: TestServer
let before: string
beforeAll(async () => {
  // Runs that were stored before the log was enabled get their leaves when the server starts: two for each.
  const registry = openRegistry(`${directory}/registry`)
  for (let number = 0; number < 130; number += 1) {
    const document = exampleRun((document) => {
      document.notes = [{ code: 'number', text: `Document ${number}.` }]
    })
    before = importDocument(registry, toBytes(document)).id
  }
  server = await startServer(directory, { logKey: key })
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function get(name: string): Promise<{ status: number; type: string; cached: string; text: string }> {
  const response = await fetch(`${server.address}/${name}`)
  const [type = '', cached = ''] = ['content-type', 'cache-control'].map((header) => response.headers.get(header) ?? '')
  return { status: response.status, type, cached, text: await response.text() }
}

test('an accepted run is in the served checkpoint before the answer, and its page has the proof', async () => {
  const size = async () => parseHead(openNote((await get('log/checkpoint')).text, verifier) ?? '', verifier.name)?.size
  expect(await size()).toBe(260)
  const document = runOfWorkflow()
  expect((await server.submit(document)).status).toBe(201)
  expect(await size()).toBe(262)
  const { id } = identify(document)
  expect((await get(`runs/${id}`)).text).toContain('c2sp.org/tlog-proof@v1\nindex 260\n')
  expect((await get(`runs/${before}`)).text).toContain('c2sp.org/tlog-proof@v1')
  // Submitting again adds nothing.
  expect((await server.submit(document)).status).toBe(200)
  expect(await size()).toBe(262)
  expect(checkLog(server.registry, verifier).faults).toEqual([])
})

test('full tiles are cached for ever, and everything that changes is not', async () => {
  expect(await get('log/checkpoint')).toMatchObject({ type: 'text/plain; charset=utf-8', cached: 'no-cache' })
  expect((await get('log/verifier-key')).text).toBe(`${verifier.text}\n`)
  const immutable = { status: 200, type: 'application/octet-stream', cached: 'public, max-age=31536000, immutable' }
  for (const name of ['tile/0/000', 'tile/entries/000']) expect(await get(`log/${name}`)).toMatchObject(immutable)
  const partial = { status: 200, type: 'application/octet-stream', cached: 'no-cache' }
  for (const name of ['tile/0/001.p/6', 'tile/1/000.p/1', 'tile/entries/001.p/6']) {
    expect(await get(`log/${name}`)).toMatchObject(partial)
  }
  for (const name of ['tile/0/001', 'tile', 'missing', '../issuer-keys.jsonl', '%2e%2e/log.lock', '..%2flog.lock']) {
    expect((await get(`log/${name}`)).status, name).toBe(404)
  }
})
