import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import type { RunOfJob } from '../pull-request/run-of-job.ts'
import { jobName, summaryAddress } from './outputs.ts'

/** What is larger is no run document: the largest suite has some 3 MB. */
const LARGEST_BYTES = 32 * 2 ** 20
const MOST_FILES = 100
const DEEPEST = 4

/**
 * Read what measuring jobs handed on: run documents, and the sentences of those that could not measure. All of it may be
 * a stranger's: what is not as it should be counts as a job without a document.
 * @param paths files, and folders that hold them
 * @throws Problem (2) for a path that is not there, and for more files than any matrix makes
 */
export function readJobs(paths: readonly string[]): RunOfJob[] {
  const files = paths.flatMap((path) => filesAt(path, 0, true)).sort()
  if (files.length > MOST_FILES)
    throw new Problem(
      2,
      `There are ${files.length} documents: name at most ${MOST_FILES}, or folders that hold so many.`,
    )
  if (files.length === 0)
    throw new Problem(
      2,
      'The input documents names nothing that holds a run document: look at what the measuring jobs upload.',
    )
  return files.map(readJob)
}

/** Links are not followed: whoever made the artifact could name any file of this machine. */
function filesAt(path: string, depth: number, named: boolean): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) throw new Problem(2, `The input documents names ${path}, which is not there.`)
  if (stat.isFile()) return named || path.endsWith('.json') ? [path] : []
  if (!stat.isDirectory() || depth > DEEPEST) return []
  return readdirSync(path).flatMap((name) => filesAt(join(path, name), depth + 1, false))
}

function readJob(file: string): RunOfJob {
  const missing = { name: basename(dirname(file)), summary: summaryAddress(), status: 'missing' as const }
  if (lstatSync(file).size > LARGEST_BYTES) return missing
  const bytes = readFileSync(file)
  if (basename(file) === 'unsupported.json') return unsupported(bytes.toString('utf8')) ?? missing
  try {
    const run = readRun(bytes)
    return { name: jobName(run.document), summary: summaryAddress(), status: 'measured', run, permalink: null }
  } catch (error) {
    if (error instanceof InvalidDocument) return missing
    throw error
  }
}

function unsupported(text: string): RunOfJob | null {
  try {
    const { name, sentence } = JSON.parse(text) as Record<string, unknown>
    if (typeof name !== 'string' || typeof sentence !== 'string') return null
    return { name, summary: summaryAddress(), status: 'unsupported', sentence }
  } catch {
    return null
  }
}
