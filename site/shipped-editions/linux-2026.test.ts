import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readRun, runReliability } from '@plimsoll/schema'
import { MIN_RUNS } from '@plimsoll/schema/between-runs'
import { describe, expect, test } from 'vitest'
import type { Edition } from '../src/editions/edition.ts'
import { resolveEdition } from '../src/editions/figures.ts'
import { LINUX_EDITIONS, type LinuxEdition, linuxDocuments, makeLinuxEdition } from './linux-2026.ts'

/** The engines of each edition, in the order of their rows. */
const DESIGNS = {
  'linux-2026': [
    'quick, Docker Engine 20.10.24+dfsg1',
    'quick, Docker Engine 26.1.5+dfsg1',
    'quick, Podman 4.3.1',
    'standard, Docker Engine 20.10.24+dfsg1',
  ],
  'linux-2026-2': ['standard, Docker Engine 26.1.5+dfsg1', 'standard, Podman 4.3.1'],
}

describe.each(Object.keys(LINUX_EDITIONS) as LinuxEdition[])('the edition %s', (name) => {
  const edition = JSON.parse(readFileSync(path.join(import.meta.dirname, `${name}.json`), 'utf8')) as Edition
  const runs = new Map(
    linuxDocuments(name).map((file) => {
      const { hash, document } = readRun(readFileSync(file))
      return [hash, document] as const
    }),
  )
  const documents = [...runs.values()]

  test('is made from its documents', () => {
    expect(makeLinuxEdition(name)).toEqual(edition)
  })

  test('has several runs of each design', () => {
    const designs = documents.map(
      ({ suite, engines: [engine] }) => `${suite.name}, ${engine?.product} ${engine?.version}`,
    )
    const counts = [...Map.groupBy(designs, (design) => design)].map(([design, runs]) => [design, runs.length])
    expect(counts.map(([design]) => design)).toEqual(DESIGNS[name])
    expect(Math.min(...counts.map(([, count]) => Number(count)))).toBeGreaterThanOrEqual(MIN_RUNS)
  })

  test('has the files of the host and of every engine on one device, ext4 with a journal', () => {
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

  test('has the ratios of its first table in its first sentence', () => {
    const [part] = resolveEdition(edition, (hash) => runs.get(hash) ?? null)
    const ratios = part?.rows.flatMap(({ scenario, figures }) =>
      scenario === 'bind' ? (figures.measuredRatio?.text ?? []) : [],
    )
    expect(ratios).toHaveLength(new Set(documents.map(({ engines: [engine] }) => engine?.version)).size)
    for (const ratio of ratios ?? []) expect(edition.lede.split('. ')[0]).toContain(ratio)
  })

  test('says how many of its runs are unreliable', () => {
    const unreliable = documents.filter((document) => runReliability(document).unreliable).length
    expect(edition.method.join(' ')).toContain(`Unreliable: ${unreliable} of ${documents.length} runs`)
  })
})
