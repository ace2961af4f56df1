import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { submissionOf } from '../provenance/testing.ts'
import { runOfWorkflow, serverOfTests } from './testing.ts'

const server = await serverOfTests()
// These times are shorter than the real ones, so that the test is fast.
Object.assign(server.started.app.server, { headersTimeout: 3000, requestTimeout: 3000 })

/** Sends `start`, then one character every 50 ms until the connection closes. Returns the response. */
async function drip(start: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => {})
  socket.write(start)
  const dripping = setInterval(() => socket.write('x'), 50)
  await closed.finally(() => clearInterval(dripping))
  return answer
}

const HEAD = 'POST /api/v1/runs HTTP/1.1\r\nhost: registry\r\n'

test('a client that sends a header a byte at a time is disconnected, and others are served meanwhile', async () => {
  const answers = Promise.all(Array.from({ length: 100 }, () => drip(HEAD)))
  expect((await fetch(`${server.address}/api/v1/runs`)).status).toBe(200)
  for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 408|^$/)
})

test('a client that sends a body a byte at a time is disconnected, despite a valid bundle, and nothing is stored', async () => {
  const bundle = await server.sigstore.sign(submissionOf(runOfWorkflow()))
  const head = `${HEAD}content-type: application/json\r\ncontent-length: ${bundle.length + 5000}\r\n\r\n`
  const answers = Promise.all(Array.from({ length: 100 }, () => drip(`${head}${bundle}\n{`)))
  const other = runOfWorkflow((document) => {
    document.notes = []
  })
  expect((await server.submit(other)).status).toBe(201)
  for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 (408|400)|^$/)
  const { id } = identify(other)
  expect(readdirSync(server.registry.documents).sort()).toEqual([`${id}.json`, `${id}.sigstore.json`])
})
