import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { NextConfig } from 'next'

export default {
  output: 'export',
  // Next exports the pages to this directory. `plimsoll-registry build` then moves them to the site. The directory is
  // inside the one that Next works in, so that a build writes to only one directory of this package.
  distDir: '.next/export',
  // Each process that renders pages first loads all code, which takes as long as rendering dozens of pages, and up to a
  // gigabyte of memory. One leaves a processor to the rest of the build.
  experimental: { cpus: 1 },
  // Source maps serve stack traces alone. Reading them takes each process a tenth of a second.
  enablePrerenderSourceMaps: false,
  // Types are checked by `tsc -p site/tsconfig.json`.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: commonRoot(path.join(import.meta.dirname, '..'), packages()) },
  serverExternalPackages: ['vega', 'vega-lite', '@resvg/resvg-wasm', '@prisma/client', '@prisma/adapter-libsql'],
} satisfies NextConfig

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
