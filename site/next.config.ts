import { readFileSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { NextConfig } from 'next'
import { DUE_VARIABLE } from './src/page/build-context.ts'
import { availableMemory } from './src/site-build/available-memory.ts'

/** The memory for each process that renders pages, beside that of the server and of the rest of the build, in bytes. */
const MEMORY_PER_PROCESS = 1.5e9

/**
 * The number of due pages of lists, projects and editions from which a second process pays. A new run makes few of them
 * due, in a registry of any size.
 */
const MANY_PAGES = 40

export default {
  output: 'export',
  // Next exports the pages to this directory. `plimsoll-registry build` then moves them to the site. The directory is
  // inside the one that Next works in, so that a build writes to only one directory of this package.
  distDir: '.next/export',
  experimental: { cpus: workers() },
  // Source maps serve stack traces alone. Reading them takes each process a tenth of a second.
  enablePrerenderSourceMaps: false,
  // Types are checked by `tsc -p site/tsconfig.json`.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: commonRoot(path.join(import.meta.dirname, '..'), packages()) },
  serverExternalPackages: ['vega', 'vega-lite', '@resvg/resvg-wasm', '@prisma/client', '@prisma/adapter-libsql'],
} satisfies NextConfig

/**
 * Returns the number of processes that render pages. Each process first loads all code, which takes as long as rendering
 * dozens of pages. So for few pages, one process needs the least work, and leaves a processor to the rest of the build.
 * For many pages, all processors render, as far as the memory suffices; by default, Next would leave one idle.
 */
function workers(): number {
  const list = process.env[DUE_VARIABLE]
  const due: string[] = list === undefined ? [] : JSON.parse(readFileSync(list, 'utf8'))
  if (due.length < MANY_PAGES) return 1
  return Math.max(1, Math.min(availableParallelism(), Math.floor(availableMemory() / MEMORY_PER_PROCESS)))
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
