import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { NextConfig } from 'next'

export default {
  output: 'export',
  // With an export, the pages land here; `plimsoll-registry build` takes them to where they are served from. It is below
  // what Next works in, so that a build writes to one directory of this package alone.
  distDir: '.next/export',
  // Pages are made on every processor; Next would leave one alone, which of two is half.
  experimental: { cpus: availableParallelism() },
  // Types are checked by `tsc -p site/tsconfig.json`.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: commonRoot(path.join(import.meta.dirname, '..'), packages()) },
  serverExternalPackages: ['vega', 'vega-lite', '@resvg/resvg-wasm', '@prisma/client', '@prisma/adapter-libsql'],
} satisfies NextConfig

/** Where packages really lie: of a copy of the installed registry, somewhere else. */
function packages(): string {
  return realpathSync(path.join(import.meta.dirname, '..', 'node_modules'))
}

/** The directory that two have in common: Turbopack reads nothing outside of its root. */
function commonRoot(one: string, other: string): string {
  return other.startsWith(path.join(one, path.sep)) ? one : commonRoot(path.dirname(one), other)
}
