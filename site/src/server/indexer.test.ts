import { expect, test } from 'vitest'
import { startIndexer } from './indexer.ts'

// indexer.site.test.ts tests the rest with a real index.

test('a run that is queued while it is indexed is indexed once more', async () => {
  const batches: string[][] = []
  const index = async (ids: string[]) => {
    if (batches.push(ids) === 1) indexer.add('run')
    return { unread: [], error: null, faults: [] }
  }
  const indexer = startIndexer(index, () => {})
  indexer.add('run')
  await indexer.settled()
  expect(batches).toEqual([['run'], ['run']])
})

test('after a failure, each run has a batch of its own, until one succeeds', async () => {
  const batches: string[][] = []
  const index = async (ids: string[]) => {
    batches.push(ids)
    const isBad = ids.includes('bad') && batches.length < 4
    return { unread: isBad ? ids : [], error: null, faults: [] }
  }
  const indexer = startIndexer(index, () => {}, 0)
  for (const id of ['bad', 'good']) indexer.add(id)
  await expect.poll(indexer.waiting).toBe(0)
  expect(batches).toEqual([['bad', 'good'], ['bad'], ['good'], ['bad']])
})
