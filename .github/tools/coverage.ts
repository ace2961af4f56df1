// Line and branch coverage per package. Code counts as covered if a test of its own package runs the code in the
// process of the tests. Code that runs in programs or threads which tests start does not count. Code that only tests of
// other packages run does not count either.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, '.cache/coverage')
const ROOMS = ['schema', 'workloads', 'action', 'site']

interface Count {
  covered: number
  total: number
}
interface FileCounts {
  lines: Count
  branches: Count
}

/** Flags that make vitest measure coverage of every package, including files that no test loads. */
export function coverageFlags(): string[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return [
    '--coverage.enabled',
    // The provider v8 is not used: it also counts code of dependencies, and took 50% longer.
    '--coverage.provider=istanbul',
    ...ROOMS.map((room) => `--coverage.include=${room}/src/**/*.{ts,tsx}`),
    '--coverage.exclude=**/*.test.ts',
    '--coverage.exclude=**/*testing.ts',
    '--coverage.reporter=json-summary',
    '--coverage.reportOnFailure',
    `--coverage.reportsDirectory=${folder}`,
  ]
}

/** Reads the results of a vitest run with `coverageFlags`. The result is one table line per package. */
export function readCoverage(): string[] {
  const file = join(folder, 'coverage-summary.json')
  if (!existsSync(file)) return ['not measured']
  const counted = JSON.parse(readFileSync(file, 'utf8'))
  const files = Object.entries<FileCounts>(counted).map(([file, counts]) => ({ file: relative(root, file), counts }))
  return ROOMS.map((room) => {
    const own = files.filter(({ file }) => file.startsWith(`${room}/`)).map(({ counts }) => counts)
    return coverageLine(room, own)
  })
}

/** The coverage of all files of a package, such as `schema      lines  97.3 %  branches  94.1 %`. */
export function coverageLine(room: string, files: FileCounts[]): string {
  const share = (kind: 'lines' | 'branches') => {
    const sum = (part: 'covered' | 'total') => files.reduce((all, counts) => all + counts[kind][part], 0)
    // Round the share down, so that 100.0 % means that every line is covered.
    return (Math.floor((1000 * sum('covered')) / sum('total')) / 10).toFixed(1).padStart(5)
  }
  return `${room.padEnd(10)} lines ${share('lines')} %   branches ${share('branches')} %`
}
