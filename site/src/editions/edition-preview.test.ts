import path from 'node:path'
import { expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import { temporaryRegistry } from '../testing.ts'
import { drawEditionPreview } from './edition-preview.ts'
import { loadEditions } from './load-editions.ts'
import { readShippedDocuments } from './read-editions.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

test('every shipped edition has a preview image of 1200 by 630 pixels', async () => {
  const registry = temporaryRegistry()
  for (const bytes of readShippedDocuments(path.join(SITE, 'documents'))) importDocument(registry, bytes)
  for (const loaded of loadEditions(registry, [path.join(SITE, 'shipped-editions')])) {
    const picture = Buffer.from(await drawEditionPreview(loaded, null))
    expect([...picture.subarray(0, 8)], loaded.edition.name).toEqual(PNG)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  }
})
