import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// For comparison, this module measures the same work with other tools, on the same machine and in the same run.

/** The number and total size of the files of a directory. */
export interface DirectorySize {
  files: number
  bytes: number
}

const NEXT_APP = path.join(import.meta.dirname, '..', '.bench')

/**
 * Builds `count` pages with Next, each a component with a heading and a number.
 * @returns the time in seconds, and the weight of the export
 */
export function buildTrivialPages(count: number): { seconds: number } & DirectorySize {
  rmSync(NEXT_APP, { recursive: true, force: true })
  mkdirSync(path.join(NEXT_APP, 'app', 'runs', '[id]'), { recursive: true })
  for (const [name, text] of Object.entries(trivialApp(count))) writeFileSync(path.join(NEXT_APP, name), text)
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const start = performance.now()
  try {
    execFileSync(process.execPath, [next, 'build'], { cwd: NEXT_APP, env: ENVIRONMENT, stdio: 'pipe' })
    return { seconds: (performance.now() - start) / 1000, ...measureDirectory(path.join(NEXT_APP, 'out', 'runs')) }
  } finally {
    rmSync(NEXT_APP, { recursive: true, force: true })
  }
}

/**
 * Reads each document with its own jq process, as a shell script would.
 * @returns the time in seconds; null if jq is not installed
 */
export function readWithJq(directory: string): number | null {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const start = performance.now()
  const read = [
    '.',
    '-name',
    '*.json',
    '-exec',
    'jq',
    '-c',
    '[.suite.name, .startedAt, (.benchmarks | length)]',
    '{}',
    ';',
  ]
  execFileSync('find', read, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  return (performance.now() - start) / 1000
}

/** Counts the files below a directory and adds up their sizes. */
function measureDirectory(directory: string): DirectorySize {
  const files = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const sizes = files.map((entry) => statSync(path.join(entry.parentPath, entry.name)).size)
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

const ENVIRONMENT = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }

function trivialApp(count: number): Record<string, string> {
  return {
    'package.json': '{ "private": true }',
    'next.config.mjs': `import path from 'node:path'
export default { output: 'export', turbopack: { root: path.join(import.meta.dirname, '..', '..') } }`,
    'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>',
    'app/page.jsx': 'export default () => <h1>Home</h1>',
    'app/runs/[id]/page.jsx': `export const dynamicParams = false
export const generateStaticParams = () => Array.from({ length: ${count} }, (_, id) => ({ id: String(id) }))
export default async ({ params }) => <h1>Run {(await params).id}</h1>`,
  }
}
