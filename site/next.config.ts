import { readdirSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { NextConfig } from 'next'
import { availableMemory } from './src/build/available-memory.ts'
import { REGISTRY_VARIABLE } from './src/page/build-context.ts'

/** The memory for each process that renders pages, beside that of the server and of the rest of the build, in bytes. */
const MEMORY_PER_PROCESS = 1.5e9

/** The approximate number of runs from which a second process pays: lists and histories are then many pages. */
const MANY_RUNS = 200

export default {
  output: 'export',
  // Next exports the pages to this directory. `plimsoll-registry build` then moves them to the site. The directory is
  // inside the one that Next works in, so that a build writes to only one directory of this package.
  distDir: '.next/export',
  experimental: { cpus: workers() },
  // Types are checked by `tsc -p site/tsconfig.json`.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: commonRoot(path.join(import.meta.dirname, '..'), packages()) },
  serverExternalPackages: ['vega', 'vega-lite', '@resvg/resvg-wasm', '@prisma/client', '@prisma/adapter-libsql'],
} satisfies NextConfig

/**
 * Returns the number of processes that render pages. Each process first loads all code. So for a small registry, one
 * process needs the least work. For a larger registry, all processors render, as far as the memory suffices; by default,
 * Next would leave one idle.
 */
function workers(): number {
  const documents = path.join(process.env[REGISTRY_VARIABLE] ?? '', 'documents')
  const all = Math.max(1, Math.min(availableParallelism(), Math.floor(availableMemory() / MEMORY_PER_PROCESS)))
  try {
    return readdirSync(documents).length < MANY_RUNS ? 1 : all
  } catch {
    return all
  }
}

/**
 * Returns the real directory of the packages. An installed copy of the registry may link to packages that lie
 * elsewhere.
 */
function packages(): string {
  return realpathSync(path.join(import.meta.dirname, '..', 'node_modules'))
}

/** Returns the closest directory that contains two directories. Turbopack reads nothing outside of its root. */
function commonRoot(one: string, other: string): string {
  return other.startsWith(path.join(one, path.sep)) ? one : commonRoot(path.dirname(one), other)
}
