import path from 'node:path'
import { expect, test } from 'vitest'
import { readEditions } from './read-editions.ts'
import { rowAnchors } from './row-anchors.ts'

const EDITIONS = readEditions(path.join(import.meta.dirname, '..', '..', 'shipped-editions'))

test('each row of a shipped edition has an anchor that is unique on its page', () => {
  for (const edition of EDITIONS) {
    const anchors = edition.parts.flatMap(rowAnchors)
    expect(new Set(anchors).size).toBe(anchors.length)
    for (const anchor of anchors) expect(anchor).toMatch(/^row-[a-z0-9-]+$/)
  }
})

test('an anchor names the system, the platform and the test; of two equal rows, the second has a number', () => {
  const rows = [
    { os: 'macOS', platform: 'Lima', test: 'Bind mount + volume' },
    { os: 'macOS', platform: 'Lima', test: 'Bind mount, volume' },
  ]
  expect(rowAnchors({ code: 'results', rows } as never)).toEqual([
    'row-results-macos-lima-bind-mount-volume',
    'row-results-macos-lima-bind-mount-volume-2',
  ])
})
