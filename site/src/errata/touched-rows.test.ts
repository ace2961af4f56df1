import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { findBindMounts } from '../editions/bind-mounts.ts'
import { resolveEdition } from '../editions/figures.ts'
import { readEditions, readShippedDocuments } from '../editions/read-editions.ts'
import { readErrata } from './errata.ts'
import { errataOfRows, shownErrata } from './touched-rows.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const ERRATA = readErrata(path.join(SITE, 'shipped-editions', 'errata'))
const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)

function edition(name: string) {
  const found = readEditions(path.join(SITE, 'shipped-editions')).find((edition) => edition.name === name)
  if (found === undefined) throw new Error(`no edition ${name}`)
  return { edition: found, parts: resolveEdition(found, (hash) => RUNS.get(hash) ?? null) }
}

test('the rows that an erratum touches name it, but not errata of every row, nor those that their flag names', () => {
  expect(errataOfRows(ERRATA, edition('mac-2025'))).toEqual({
    'row-results-macos-lima-native': ['native-three-seconds'],
    'row-results-macos-docker-desktop-vz-native': ['native-three-seconds'],
    'row-results-macos-docker-desktop-vmm-native': ['native-three-seconds'],
    'row-results-macos-lima-no-volumes': ['other-dependencies'],
    'row-results-macos-docker-desktop-vz-no-volumes': ['other-dependencies'],
    'row-results-macos-docker-desktop-vmm-no-volumes': ['other-dependencies'],
    'row-results-macos-docker-desktop-file-sync-no-volumes': ['other-dependencies'],
    'row-results-macos-orbstack-no-volumes': ['other-dependencies'],
    'row-results-linux-docker-no-volumes': ['other-dependencies'],
  })
  expect(errataOfRows(ERRATA, edition('linux-2026'))).toEqual({})
})

test('the errata of bind mounts are those of their times and of the native times that their ratios are to', () => {
  const loaded = edition('mac-2025')
  const bindMounts = findBindMounts(loaded, ({ os }) => os === 'macOS')
  const { all, touching } = shownErrata(ERRATA, loaded, bindMounts as NonNullable<typeof bindMounts>)
  expect(all).toBe(8)
  expect(touching.map(({ code, platforms }) => [code, ...platforms.toSorted()])).toEqual([
    ['native-three-seconds', 'Docker Desktop, VMM', 'Docker Desktop, VZ', 'Lima'],
    ['download-in-the-timer'],
    ['host-node-unknown'],
    ['fixed-order'],
    ['synchronized-shares', 'Docker Desktop, file sync'],
  ])
})
