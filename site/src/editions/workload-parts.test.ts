import path from 'node:path'
import { idOfHash, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { resolveEdition } from './figures.ts'
import { listRunHashes } from './load-editions.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'
import { makeRunProvenance } from './run-provenance.ts'
import { partsOfWorkload, workloadsOfPart } from './workload-parts.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)
const EDITIONS = readEditions(path.join(SITE, 'shipped-editions')).map((edition) => ({
  edition,
  parts: resolveEdition(edition, (hash) => RUNS.get(hash) ?? null),
  provenance: listRunHashes(edition).flatMap((hash) => {
    const document = RUNS.get(hash)
    return document === undefined
      ? []
      : [makeRunProvenance(idOfHash(hash), document, { statements: [], signature: null })]
  }),
}))
const MAC = EDITIONS.find(({ edition }) => edition.name === 'mac-2025') as (typeof EDITIONS)[number]

test('a workload names the parts of editions that have it, and an only part is the edition', () => {
  const parts = partsOfWorkload(EDITIONS, 'npm-install')
  expect(parts.map(({ address, part }) => [address, part])).toEqual([
    ['mac-2025#results', null],
    ['mac-2022#results', null],
  ])
  const [first, ...others] = partsOfWorkload(EDITIONS, 'sequential-write')
  expect(first?.part).toContain('sequential-write')
  expect(others.every(({ address }) => address !== first?.address)).toBe(true)
  expect(partsOfWorkload(EDITIONS, 'unknown')).toEqual([])
})

test('a part names its workloads, without those of withdrawn runs, which may have no page', () => {
  expect(workloadsOfPart(MAC, 0)).toEqual(['npm-install'])
  const state = { kind: 'withdrawn' as const, reason: 'wrong image', at: '2026-01-01T00:00:00Z' }
  const provenance = MAC.provenance.map((run) => ({ ...run, state }))
  expect(workloadsOfPart({ ...MAC, provenance }, 0)).toEqual([])
})
