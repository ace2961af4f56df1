import { readdirSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { NextConfig } from 'next'
import { REGISTRY_VARIABLE } from './src/page/build-context.ts'

/** From about this number of runs on, lists and histories are so many pages that a second process pays. */
const MANY_RUNS = 200

export default {
  output: 'export',
  // With an export, the pages land here; `plimsoll-registry build` takes them to where they are served from. It is below
  // what Next works in, so that a build writes to one directory of this package alone.
  distDir: '.next/export',
  experimental: { cpus: workers() },
  // Types are checked by `tsc -p site/tsconfig.json`.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: commonRoot(path.join(import.meta.dirname, '..'), packages()) },
  serverExternalPackages: ['vega', 'vega-lite', '@resvg/resvg-wasm', '@prisma/client', '@prisma/adapter-libsql'],
} satisfies NextConfig

/**
 * The processes that render pages. Each loads everything first, so one renders the pages of a small registry with less
 * work; for others, every processor renders, while Next would leave one idle.
 */
function workers(): number {
  const documents = path.join(process.env[REGISTRY_VARIABLE] ?? '', 'documents')
  try {
    return readdirSync(documents).length < MANY_RUNS ? 1 : availableParallelism()
  } catch {
    return availableParallelism()
  }
}

/** Where packages really lie: of a copy of the installed registry, somewhere else. */
function packages(): string {
  return realpathSync(path.join(import.meta.dirname, '..', 'node_modules'))
}

/** The directory that two have in common: Turbopack reads nothing outside of its root. */
function commonRoot(one: string, other: string): string {
  return other.startsWith(path.join(one, path.sep)) ? one : commonRoot(path.dirname(one), other)
}
