// `node --import ./site/bin/jsx.js site/bench/bench.ts [runs …]`: measures how long the site of a registry takes to
// build, for each given number of runs (default 1,000). With the runs `1000 10000` it takes half an hour and shows that
// each further run costs the same in a small and in a large registry.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { identify } from '@plimsoll/schema'
import { importFiles } from '../src/commands/import-files.ts'
import { RUN_EXTENSIONS } from '../src/run-page/files.ts'
import { makeRunFile } from '../src/run-page/make-run-file.ts'
import { makeAssets } from '../src/site-build/assets.ts'
import { buildSite } from '../src/site-build/build-site.ts'
import { listDocuments } from '../src/store/documents.ts'
import { openRegistry, type Registry } from '../src/store/registry.ts'
import { synchronizeIndex } from '../src/store/synchronize-index.ts'
import { DAYS, generateRun } from './generate.ts'
import { buildTrivialPages, readWithJq } from './other-tools.ts'

const KIB = 1024
const FILES_WARM_UP = 20
const FILES_TIMED = 80

for (const count of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000]) await bench(count)

async function bench(count: number): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  try {
    const registry = openRegistry(path.join(directory, 'registry'))
    for (let number = 0; number < count; number += 1) put(registry, number)
    const jq = readWithJq(registry.documents)
    const imported = await describeLoad(count, () => importInto(path.join(directory, 'imported'), registry.documents))
    const indexed = await describeLoad(count, () => synchronizeIndex(registry))
    console.log(
      `${amount(count)} runs of 24 benchmarks × 10 samples, imported (validated, hashed, stored durably, indexed): ${imported}` +
        (jq === null ? '' : `; one jq process a document: ${perSecond(count, jq)}`),
    )
    console.log(
      `  an index made from their files (validated, hashed, indexed): ${indexed}; load average ${loadavg()[0]?.toFixed(1)}`,
    )
    const out = path.join(directory, 'out')
    const ids = listDocuments(registry)
    const full = await seconds(() => buildSite(registry, out, () => {}))
    const runs = measureRuns(path.join(out, 'runs'), ids)
    console.log(
      `  the whole site built in ${full.toFixed(1)} s, ${((full / count) * 1000).toFixed(1)} ms a run; ` +
        `${(runs.files / count).toFixed(1)} files and ${kib(runs.bytes / count)} a run; its page ${pageSize(out)}`,
    )
    console.log(`  on one processor, a run: ${await describeFiles(registry)}`)
    // The number of a run whose day is the last one, as a new run has, for a count that is a multiple of the days.
    put(registry, count + DAYS - 1)
    // Flush pending writes, so that the next build does not wait for them.
    execFileSync('sync')
    const one = await seconds(() => buildSite(registry, out, () => {}))
    const none = await seconds(() => buildSite(registry, out, () => {}))
    console.log(`  one more run: ${one.toFixed(1)} s; nothing new: ${none.toFixed(1)} s`)
    const peer = buildTrivialPages(count)
    console.log(
      `  ${amount(count)} pages of a heading as Next components: ${peer.seconds.toFixed(1)} s, ` +
        `${((peer.seconds / count) * 1000).toFixed(1)} ms, ${(peer.files / count).toFixed(1)} files and ${kib(peer.bytes / count)} a page`,
    )
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Imports all documents of a folder into a new registry, as the command does. */
async function importInto(directory: string, documents: string): Promise<void> {
  const registry = openRegistry(directory)
  const files = readdirSync(documents).map((name) => ({ path: path.join(documents, name), isGiven: false }))
  await importFiles(
    registry,
    files,
    () => {},
    () => {},
  )
  await synchronizeIndex(registry)
}

/** Describes how many documents `work` loads a second, and the processor time for each. */
async function describeLoad(count: number, work: () => Promise<unknown>): Promise<string> {
  const before = process.cpuUsage()
  const time = await seconds(work)
  const { user, system } = process.cpuUsage(before)
  return `${perSecond(count, time)}, ${((user + system) / 1000 / count).toFixed(1)} ms of processor time each`
}

/** Writes a document into the registry's folder of documents. The build derives the index from this folder. */
function put(registry: Registry, number: number): void {
  const run = generateRun(number)
  writeFileSync(path.join(registry.documents, `${identify(run).id}.json`), `${JSON.stringify(run, null, 1)}\n`)
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Describes the mean time to make each file of a run, in ms. The first file of each run includes its analysis. */
async function describeFiles(registry: Registry): Promise<string> {
  const { stylesheet, scripts } = await makeAssets()
  const template = { stylesheet, scripts, baseUrl: 'https://registry.example/', siteName: 'Plimsoll' }
  const times = new Map<string, number>()
  const ids = listDocuments(registry).slice(0, FILES_WARM_UP + FILES_TIMED)
  for (const [number, id] of ids.entries()) {
    for (const extension of RUN_EXTENSIONS) {
      const time = await seconds(() => makeRunFile(registry, template, `${id}.${extension}`))
      if (number >= FILES_WARM_UP) times.set(extension, (times.get(extension) ?? 0) + time)
    }
  }
  return [...times]
    .map(([extension, time]) => `${extension} ${((1000 * time) / (ids.length - FILES_WARM_UP)).toFixed(1)} ms`)
    .join(', ')
}

/**
 * Measures the files of runs. The lists of older runs are in a folder below, and the site also has the runs that ship
 * with the registry: neither are files of these runs.
 */
function measureRuns(directory: string, ids: readonly string[]): { files: number; bytes: number } {
  const own = new Set(ids)
  const names = readdirSync(directory).filter((name) => own.has(name.split('.')[0] ?? ''))
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(directory, name)).size, 0)
  return { files: names.length, bytes }
}

/** Describes the median size of the run pages, raw and compressed. */
function pageSize(out: string): string {
  const names = readdirSync(path.join(out, 'runs')).filter((name) => name.endsWith('.html'))
  const pages = names.slice(0, 101).map((name) => readFileSync(path.join(out, 'runs', name)))
  const median = (sizes: number[]) => sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0
  return `${kib(median(pages.map((page) => page.length)))}, ${kib(median(pages.map((page) => gzipSync(page).length)))} compressed`
}

function perSecond(count: number, time: number): string {
  return `${amount(Math.round(count / time))} a second`
}

function amount(count: number): string {
  return count.toLocaleString('en')
}

function kib(bytes: number): string {
  return `${(bytes / KIB).toFixed(1)} KiB`
}
