import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

// Copies the questions of the catalog's workloads for their pages, because documents hold only the names. The catalog
// is in another package, so it is read through `plimsoll list --json`. Run this script when the catalog has changed; a
// test reports when.

/** The texts of a workload in the catalog. */
export interface WorkloadText {
  title: string
  question: string
  origin: string
  timed: string
  differs: string
}

export const CATALOG_FILE = path.join(import.meta.dirname, 'catalog.json')

const COMMAND = path.join(import.meta.dirname, '..', '..', '..', 'action', 'bin', 'plimsoll.js')

/** Returns the expected content of the file. */
export function generateCatalog(): string {
  const listed = execFileSync(process.execPath, [COMMAND, 'list', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { workloads } = JSON.parse(listed) as { workloads: (WorkloadText & { workload: string })[] }
  const texts = workloads.map(({ workload, title, question, origin, timed, differs }) => [
    workload,
    { title, question, origin, timed, differs },
  ])
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}

if (import.meta.main) writeFileSync(CATALOG_FILE, generateCatalog())
