import { expect, test } from 'vitest'
import { acceptRun } from '../ingest/accept-run.ts'
import type { VerifiedBundle } from '../provenance/verify-bundle.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { listDocuments, storeDocument } from './documents.ts'
import { importDocument } from './import.ts'
import { readForIndex } from './read-for-index.ts'
import { readPast } from './read-past.ts'

const FROM_2099 = exampleRun((run) => {
  run.startedAt = '2099-01-01T10:00:00Z'
  run.finishedAt = '2099-01-01T10:01:30Z'
})

test('a run with a start time in the future is rejected with the reason, on import and on submission', async () => {
  const registry = temporaryRegistry()
  const reason = /startedAt: a run cannot start after it is submitted .* set the clock/
  expect(() => importDocument(registry, toBytes(FROM_2099))).toThrow(reason)
  const files = { document: toBytes(FROM_2099), bundle: Buffer.from('{}') }
  await expect(acceptRun(registry, files, {} as VerifiedBundle)).rejects.toThrow(
    expect.objectContaining({ status: 422, code: 'invalid-document', message: expect.stringMatching(/startedAt/) }),
  )
  expect(listDocuments(registry)).toEqual([])
})

test('a run that ends in the future is rejected with the reason, too', () => {
  const registry = temporaryRegistry()
  const run = exampleRun((document) => {
    document.finishedAt = '2099-01-01T10:01:30Z'
  })
  expect(() => importDocument(registry, toBytes(run))).toThrow(/finishedAt: a run cannot end after it is submitted/)
  expect(listDocuments(registry)).toEqual([])
})

test('a file of a run that starts in the future is reported, and not in the index: the time of a machine in a git repository is anybody’s', () => {
  const registry = temporaryRegistry()
  const { id } = storeDocument(registry, toBytes(FROM_2099))
  const { rows, faults } = readForIndex(registry, `${id}.json`)
  expect(rows).toBeUndefined()
  expect(faults).toMatchObject([{ pointer: '/startedAt', message: expect.stringContaining('cannot start after') }])
})

test('clocks may differ by an hour', () => {
  const began = Date.parse(FROM_2099.startedAt)
  expect(() => readPast(toBytes(FROM_2099), began - 58 * 60 * 1000)).not.toThrow()
  expect(() => readPast(toBytes(FROM_2099), began - 61 * 60 * 1000)).toThrow('2099-01-01T08:59')
})
