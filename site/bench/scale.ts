// `node site/bench/scale.ts [--indexed RUNS] [--stored RUNS] [--seconds S]`: measures the queries of pages against a
// large index, and submissions to a large registry.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '../src/store/queries.ts'
import { openRegistry, type Registry } from '../src/store/registry.ts'
import { BUILD_QUERIES } from './page-queries.ts'
import { startCommand } from './start-server.ts'
import { submitAndRead } from './submit-and-read.ts'
import { timeQueries } from './time-queries.ts'
import { milliseconds } from './times.ts'

const { values } = parseArgs({
  options: {
    indexed: { type: 'string', default: '20000' },
    stored: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '10' },
  },
})

await inRegistryOf(Number(values.indexed), benchIndex)
await inRegistryOf(Number(values.stored), (registry, count) => submitAndRead(registry, count, Number(values.seconds)))

async function inRegistryOf(count: number, work: (registry: Registry, count: number) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-scale-'))
  try {
    const registry = openRegistry(path.join(directory, 'registry'))
    const fill = path.join(import.meta.dirname, 'fill-index.ts')
    execFileSync(process.execPath, [fill, registry.directory, String(count)], { stdio: 'inherit' })
    await work(registry, count)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function benchIndex(registry: Registry, count: number): Promise<void> {
  const size = statSync(registry.index).size / 1e9
  console.log(`${count.toLocaleString('en')} runs of 24 benchmarks in the index: ${size.toFixed(2)} GB`)
  const began = performance.now()
  const server = await startCommand(registry)
  console.log(`  the server is ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await server.stop()
  await timeQueries(registry, count)
  const reader = openReader(registry)
  for (const [name, query] of BUILD_QUERIES) {
    console.log(`  once a build, ${name}: ${(await milliseconds(() => query(reader))).toFixed(0)} ms`)
  }
  await reader.$disconnect()
}
