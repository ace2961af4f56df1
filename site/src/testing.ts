import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { onTestFinished } from 'vitest'
import type { Template } from './page-parts/template.ts'
import { openRegistry, type Registry } from './store/registry.ts'

// This module has helpers that the tests of this package share.

/** The template of a site without a known address. */
export const TEMPLATE: Template = {
  stylesheet: 'site.0123456789ab.css',
  scripts: {},
  baseUrl: null,
  siteName: 'Plimsoll',
}

const REPOSITORY = path.join(import.meta.dirname, '..', '..')

/** Returns the example document, changed by `change`. Without a change, it is valid. */
export function exampleRun(change: (document: RunDocument) => void = () => {}): RunDocument {
  const document = JSON.parse(readFileSync(path.join(REPOSITORY, 'examples', 'run.json'), 'utf8')) as RunDocument
  change(document)
  return document
}

/** The number of rounds of `resolvedRun`. */
const ROUNDS = 8

/**
 * Returns the example document with enough rounds for ratios, with a control of its first benchmark, changed by
 * `change`. Without a change, it is valid.
 */
export function resolvedRun(change: (document: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((run) => {
    run.design.rounds = ROUNDS
    for (const benchmark of run.benchmarks) if (benchmark.status === 'ok') repeatRounds(benchmark)
    addControl(run, 0)
    change(run)
  })
}

/** Returns `resolvedRun` with controls that take 20% longer than these benchmarks, given by their indexes. */
export function biasedRun(indexes: number[]): RunDocument {
  return resolvedRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ control }) => !control)
    for (const index of indexes) addControl(run, index, 1.2)
  })
}

type Benchmark = RunDocument['benchmarks'][number]

/** Gives a benchmark more rounds, whose times differ by less than 1% from those of its own rounds. */
function repeatRounds(benchmark: Benchmark): void {
  const warmups = benchmark.samples.filter(({ warmup }) => warmup)
  const measured = benchmark.samples.filter(({ warmup }) => !warmup)
  const first = Math.min(...measured.map(({ round }) => round))
  const repeated = Array.from({ length: ROUNDS }, (_, index) => {
    const sample = structuredClone(measured[index % measured.length]) as (typeof measured)[number]
    scaleTimes(benchmark, sample.values, 1 + (((index * 5) % 7) - 3) / 500)
    return { ...sample, round: first + index, slot: sample.slot && `${sample.slot}-${index}` }
  })
  benchmark.samples = [...warmups, ...repeated]
}

/**
 * Adds a control, which repeats a benchmark, at the end of a run. Its times are `factor` times those of the benchmark,
 * give or take 0.5% from round to round.
 */
function addControl(run: RunDocument, index: number, factor = 1): void {
  const control = structuredClone(run.benchmarks[index] as Benchmark)
  const order = 1 + Math.max(...run.benchmarks.flatMap(({ samples }) => samples.map(({ order }) => order)))
  for (const [at, sample] of control.samples.entries()) {
    scaleTimes(control, sample.values, factor * (1 + ((at % 3) - 1) / 200))
    Object.assign(sample, { order, slot: sample.slot && `${sample.slot}-control` })
  }
  run.benchmarks.push({ ...control, control: true })
}

function scaleTimes({ metrics }: Benchmark, values: Benchmark['samples'][number]['values'], factor: number): void {
  for (const { name, unit } of metrics) {
    const value = values[name]
    if (unit === 'ns' && typeof value === 'number') values[name] = Math.round(value * factor)
  }
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
  /** The median in seconds, with two decimals. */
  median: string
  range: string
  ratio: string | null
  earlier: { median: string; range: string } | null
}

/** Returns the 24 rows of the source of `mac-2025`, computed in whole milliseconds. */
export function rowsOfSource2025(): SourceRow[] {
  const file = path.join(
    import.meta.dirname,
    '..',
    'shipped-editions/sources/docker-for-mac-bench/paolo-2025-per-run.csv',
  )
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
        median: hundredths(middle(times)),
        range: range(times),
        ratio: test === 'Native' ? null : `${(middle(times) / middle(native)).toFixed(2)}×`,
        earlier:
          earlier === undefined ? null : { median: hundredths(middle(earlier.times)), range: range(earlier.times) },
      }
    })
}

/** The middle one of three times. */
function middle(times: number[]): number {
  return times.toSorted((a, b) => a - b)[1] ?? Number.NaN
}

function range(times: number[]): string {
  return `${hundredths(Math.min(...times))}–${hundredths(Math.max(...times))}`
}

/** Formats milliseconds as seconds, halves rounded up. */
function hundredths(milliseconds: number): string {
  const digits = String(Math.floor(milliseconds / 10 + 0.5)).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns the records of a CSV file, by column name. The file must have no quotes, and no comma in a value. */
export function readCsv(file: string): Record<string, string>[] {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const [header, ...records] = lines.filter((line) => line !== '').map((line) => line.split(','))
  if (header === undefined) throw new Error(`${file} is empty.`)
  return records.map((values) => Object.fromEntries(header.map((name, column) => [name, values[column] ?? ''])))
}
