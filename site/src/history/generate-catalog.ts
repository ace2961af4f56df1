import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

// This script writes the texts of the catalog's workloads, and the order of the scenarios, to `catalog.json`. The pages of
// workloads need both, because run documents have only the names. The catalog is in another package, so this script reads
// it from the output of `plimsoll list --format json`. Run this script after a change of the catalog; until then, a test
// fails.

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

/** Returns the content of `catalog.json`. */
export function generateCatalog(): string {
  const listed = execFileSync(process.execPath, [COMMAND, 'list', '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const { workloads, scenarios } = JSON.parse(listed) as {
    workloads: (WorkloadText & { workload: string })[]
    scenarios: { id: string }[]
  }
  const texts = workloads.map(({ workload, title, question, origin, timed, differs }) => [
    workload,
    { title, question, origin, timed, differs },
  ])
  const catalog = { workloads: Object.fromEntries(texts), scenarios: scenarios.map(({ id }) => id) }
  return `${JSON.stringify(catalog, null, 2)}\n`
}

if (import.meta.main) writeFileSync(CATALOG_FILE, generateCatalog())
