import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readRun, runReliability } from '@plimsoll/schema'
import { MIN_RUNS } from '@plimsoll/schema/between-runs'
import { expect, test } from 'vitest'
import type { Edition } from '../src/editions/edition.ts'
import { resolveEdition } from '../src/editions/figures.ts'
import { linux2026Documents, makeLinux2026 } from './linux-2026.ts'

const EDITION = JSON.parse(readFileSync(path.join(import.meta.dirname, 'linux-2026.json'), 'utf8')) as Edition
const RUNS = new Map(
  linux2026Documents().map((file) => {
    const { hash, document } = readRun(readFileSync(file))
    return [hash, document] as const
  }),
)
const documents = [...RUNS.values()]

test('the edition is made from its documents', () => {
  expect(makeLinux2026()).toEqual(EDITION)
})

test('it has several runs of quick on three engines, and of standard on one of them', () => {
  const designs = documents.map(
    ({ suite, engines: [engine] }) => `${suite.name}, ${engine?.product} ${engine?.version}`,
  )
  const counts = [...Map.groupBy(designs, (design) => design)].map(([design, runs]) => [design, runs.length])
  expect(counts.map(([design]) => design)).toEqual([
    'quick, Docker Engine 20.10.24+dfsg1',
    'quick, Docker Engine 26.1.5+dfsg1',
    'quick, Podman 4.3.1',
    'standard, Docker Engine 20.10.24+dfsg1',
  ])
  expect(Math.min(...counts.map(([, count]) => Number(count)))).toBeGreaterThanOrEqual(MIN_RUNS)
})

test('the files of the host and of every engine were on one device, ext4 with a journal', () => {
  for (const { storage = [] } of documents)
    for (const { location, filesystem, journal, sameDeviceAsHost } of storage.filter(
      ({ location }) => location !== 'layer',
    ))
      expect({ location, filesystem, journal, sameDeviceAsHost }).toEqual({
        location,
        filesystem: 'ext4',
        journal: true,
        sameDeviceAsHost: true,
      })
})

test('its first sentence has the ratios of the first table', () => {
  const [part] = resolveEdition(EDITION, (hash) => RUNS.get(hash) ?? null)
  const ratios = part?.rows.flatMap(({ scenario, figures }) =>
    scenario === 'bind' ? (figures.measuredRatio?.text ?? []) : [],
  )
  expect(ratios).toHaveLength(3)
  for (const ratio of ratios ?? []) expect(EDITION.lede.split('. ')[0]).toContain(ratio)
})

test('it says how many of its runs are unreliable', () => {
  const unreliable = documents.filter((document) => runReliability(document).unreliable).length
  expect(EDITION.method.join(' ')).toContain(`Unreliable: ${unreliable} of ${documents.length} runs`)
})
