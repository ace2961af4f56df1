import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InvalidDocument, readRun } from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { REASONS, type ReasonStatus, type RunOfJob } from '../comment/run-of-job.ts'
import { changedSentence, type ExpectedHashes, hashOfReason, LOST_SENTENCE } from './expected-hashes.ts'
import { jobName, summaryAddress } from './outputs.ts'

/** The maximum number of files: a matrix of GitHub Actions has at most this many jobs. */
const MAX_FILES = 256

/** The measuring jobs, in the order of the files' names, and the first problem with a file. */
interface Artifacts {
  jobs: RunOfJob[]
  problem: Problem | null
}

/**
 * Reads the artifacts that measuring jobs uploaded: run documents, and the reasons of jobs that could not measure. All
 * artifacts are untrusted. An invalid file counts as a job without a document. Several copies of a document count once.
 * @param paths files, and folders that contain the files
 * @param expected the outputs of the jobs, to verify the files; without hashes the files are not verified
 */
export function readJobs(paths: readonly string[], expected: ExpectedHashes): Artifacts {
  const files = paths
    .flatMap((path) => filesAt(path, true))
    .sort()
    .slice(0, MAX_FILES)
  const found = files.map((file) => {
    const job = readJob(file)
    return isExpected(job, expected) ? job : changed(file, expected)
  })
  const jobs = [...withoutCopies(found), ...lost(found, expected)]
  return { jobs, problem: problemWith(paths, files) ?? problemOf(jobs) }
}

function isExpected(job: RunOfJob, { hashes }: ExpectedHashes): boolean {
  return hashes === undefined || hashes.has(hashOf(job))
}

/**
 * The measuring jobs whose document is missing. A job whose document was replaced by a changed file does not count as
 * missing.
 */
function lost(found: readonly RunOfJob[], { hashes = new Set() }: ExpectedHashes): RunOfJob[] {
  const there = new Set(found.map(hashOf))
  const gone = [...hashes].filter((hash) => !there.has(hash)).length
  const replaced = found.filter(({ status }) => status === 'changed').length
  return Array.from({ length: Math.max(0, gone - replaced) }, () => ({
    ...{ name: 'a measuring job', summary: summaryAddress(), status: 'changed' as const, sentence: LOST_SENTENCE },
  }))
}

/** The hash of the document of a job, or of the reason why it has none. Empty if there is neither. */
function hashOf(job: RunOfJob): string {
  if (job.status === 'measured') return job.run.hash
  return isReason(job) ? hashOfReason(job) : ''
}

function problemWith(paths: readonly string[], files: readonly string[]): Problem | null {
  const absent = paths.find((path) => !lstatSync(path, { throwIfNoEntry: false }))
  if (absent !== undefined)
    return new Problem(2, `The input 'documents' names ${absent}, which does not exist. Check the path.`)
  if (files.length > 0) return null
  return new Problem(2, `The input 'documents' names no run document. Check what the measuring jobs upload.`)
}

/** The problem of the first changed file. The job summary names all changed files. */
function problemOf(jobs: readonly RunOfJob[]): Problem | null {
  const changed = jobs.find(({ status }) => status === 'changed')
  return changed?.status === 'changed' ? new Problem(2, changed.sentence) : null
}

function withoutCopies(jobs: RunOfJob[]): RunOfJob[] {
  const seen = new Set<string>()
  return jobs.filter((job) => {
    if (job.status !== 'measured') return true
    const isNew = !seen.has(job.run.hash)
    seen.add(job.run.hash)
    return isNew
  })
}

/**
 * The files at a path. Symbolic links are ignored, because an untrusted artifact could link to any file of this
 * machine.
 */
function filesAt(path: string, named: boolean): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  // A bundle signs the document beside it.
  if (stat.isFile()) return named || (path.endsWith('.json') && !path.endsWith('.sigstore.json')) ? [path] : []
  if (!stat.isDirectory()) return []
  return readdirSync(path).flatMap((name) => filesAt(join(path, name), false))
}

function readJob(file: string): RunOfJob {
  const status = REASONS.find((reason) => basename(file) === `${reason}.json`)
  const bytes = readDocumentFile(file)
  if (status !== undefined) return withoutDocument(status, bytes.toString('utf8')) ?? missing(file)
  try {
    const run = readRun(bytes)
    return { name: jobName(run.document), summary: summaryAddress(), status: 'measured', run, permalink: null }
  } catch (error) {
    if (error instanceof InvalidDocument) return missing(file)
    throw error
  }
}

function missing(file: string): RunOfJob {
  return { name: basename(dirname(file)), summary: summaryAddress(), status: 'missing', isInvalid: true, reason: null }
}

function changed(file: string, expected: ExpectedHashes): RunOfJob {
  const name = basename(dirname(file))
  return { name, summary: summaryAddress(), status: 'changed', sentence: changedSentence(file, expected) }
}

/** Whether a job measured nothing, and its file has the reason. */
function isReason(job: RunOfJob): job is Extract<RunOfJob, { status: ReasonStatus }> {
  return REASONS.some((status) => status === job.status)
}

function withoutDocument(status: ReasonStatus, text: string): RunOfJob | null {
  try {
    const { name, sentence } = JSON.parse(text) as Record<string, unknown>
    if (typeof name !== 'string' || typeof sentence !== 'string') return null
    // A lone surrogate cannot be encoded in UTF-8, so it has no hash.
    if (!name.isWellFormed() || !sentence.isWellFormed()) return null
    return { name, summary: summaryAddress(), status, sentence }
  } catch {
    return null
  }
}
