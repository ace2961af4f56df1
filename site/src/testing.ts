import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { onTestFinished } from 'vitest'
import { openRegistry, type Registry } from './store/registry.ts'

// This module has helpers that the tests of this package share.

const REPOSITORY = path.join(import.meta.dirname, '..', '..')

/** Returns the example document, changed by `change`. Without a change, it is valid. */
export function exampleRun(change: (document: RunDocument) => void = () => {}): RunDocument {
  const document = JSON.parse(readFileSync(path.join(REPOSITORY, 'examples', 'run.json'), 'utf8')) as RunDocument
  change(document)
  return document
}

/** Returns a run document as bytes, in the form in which it would be submitted. */
export function toBytes(document: RunDocument): Buffer {
  return Buffer.from(JSON.stringify(document))
}

/** Returns a directory that is deleted after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-site-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Returns a directory for all tests of a file, and a function that deletes it. */
export function directoryOfTests(): { directory: string; remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-site-'))
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** Returns an empty registry that is deleted after the test. */
export function temporaryRegistry(): Registry {
  return openRegistry(temporaryDirectory())
}

/** One row of the source of `mac-2025`, computed from its CSV without any code of the transcription. */
export interface SourceRow {
  platform: string
  os: string
  test: string
  /** The mean in seconds, with two decimals. */
  average: string
  range: string
  ratio: string | null
  earlier: { average: string; range: string } | null
}

/** Returns the 24 rows of the source of `mac-2025`, computed in whole milliseconds. */
export function rowsOfSource2025(): SourceRow[] {
  const file = path.join(import.meta.dirname, '..', 'editions/sources/docker-for-mac-bench/paolo-2025-per-run.csv')
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\r\n')
  const records = lines.map((line) => {
    const [platform = '', os = '', test = '', version = '', ...values] = line.split(',')
    const times = values.slice(0, 3).map((text) => Math.round(Number.parseFloat(text) * 1000))
    return { platform, os, test, version, times }
  })
  return records
    .filter(({ version }) => version.startsWith('2025-02-28'))
    .map(({ platform, os, test, times }) => {
      const native = records.find((record) => record.platform === platform && record.test === 'Native')?.times ?? []
      const earlier = records.find(
        (record) => record.platform === platform && record.test === test && record.version.startsWith('2025-01-07'),
      )
      return {
        platform,
        os,
        test,
        average: hundredths(sum(times) / 3),
        range: range(times),
        ratio: test === 'Native' ? null : `${(sum(times) / sum(native)).toFixed(2)}×`,
        earlier:
          earlier === undefined ? null : { average: hundredths(sum(earlier.times) / 3), range: range(earlier.times) },
      }
    })
}

function sum(times: number[]): number {
  return times.reduce((a, b) => a + b, 0)
}

function range(times: number[]): string {
  return `${hundredths(Math.min(...times))}–${hundredths(Math.max(...times))}`
}

/** Formats milliseconds as seconds, halves rounded up. */
function hundredths(milliseconds: number): string {
  const digits = String(Math.floor(milliseconds / 10 + 0.5)).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
