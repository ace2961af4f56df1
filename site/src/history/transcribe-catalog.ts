import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

// What the workloads of the catalog ask, for the pages about them: documents have their names alone. The catalog is
// another package's, and asked for it as anybody asks: by `plimsoll list --json`. Run it when the catalog has changed;
// a test says when.

/** What the catalog says of a workload. */
export interface WorkloadText {
  title: string
  question: string
  origin: string
  timed: string
  differs: string
}

export const CATALOG_FILE = path.join(import.meta.dirname, 'catalog.json')

const COMMAND = path.join(import.meta.dirname, '..', '..', '..', 'action', 'bin', 'plimsoll.js')

/** The file as it should be. */
export function transcribeCatalog(): string {
  const listed = execFileSync(process.execPath, [COMMAND, 'list', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { workloads } = JSON.parse(listed) as { workloads: (WorkloadText & { workload: string })[] }
  const texts = workloads.map(({ workload, title, question, origin, timed, differs }) => [
    workload,
    { title, question, origin, timed, differs },
  ])
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}

if (import.meta.main) writeFileSync(CATALOG_FILE, transcribeCatalog())
