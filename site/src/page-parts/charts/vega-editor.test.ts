import lzString from 'lz-string'
import { expect, test } from 'vitest'
import { vegaEditorAddress } from './vega-editor.ts'

test('an address of the Vega Editor needs no encoding, and has the whole spec', () => {
  const spec = { description: '“a, b” & c', datasets: { rows: [{ row: 0.65, x: [1.23456789, 2] }] }, layer: [] }
  const address = vegaEditorAddress(spec)
  expect(address).toMatch(/^https:\/\/vega\.github\.io\/editor\/#\/url\/vega-lite\/[\w+$-]+$/)
  expect(JSON.parse(lzString.decompressFromEncodedURIComponent(address.split('/').at(-1) ?? ''))).toEqual(spec)
})
