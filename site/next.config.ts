import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { NextConfig } from 'next'

export default {
  output: 'export',
  // With an export, the pages land here; `plimsoll-registry build` takes them to where they are served from.
  distDir: '.export',
  // Pages are made on every processor; Next would leave one alone, which of two is half.
  experimental: { cpus: availableParallelism() },
  // Types are checked by `tsc -p site/tsconfig.json`.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.join(import.meta.dirname, '..') },
  serverExternalPackages: ['vega', 'vega-lite', '@prisma/client', '@prisma/adapter-libsql'],
} satisfies NextConfig
