import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { info, notice, setOutput } from '@actions/core'
import { canonicalize } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import type { MeasuredJob, RunOfJob } from '../comment/run-of-job.ts'
import { type IdTokens, idTokens } from '../publish/id-token.ts'
import type { RemoteRegistry } from '../publish/registry-address.ts'
import { readSigningConfig } from '../publish/sign.ts'
import { submitRun } from '../publish/submit.ts'
import { connectToGitHub } from './write-comment.ts'

/** The registry to which a step publishes, and the credentials for the registry. */
export interface PublishOptions {
  registry: RemoteRegistry | undefined
  allowPrivate: boolean
  /** the file of a signing configuration; empty or undefined for the public Sigstore instance */
  signingConfig?: string
  token: string
}

/** The result of publishing the runs of a step. */
export interface Publication {
  /** the runs that were to be published, with their permalinks */
  runs: RunOfJob[]
  /** the registry of the permalinks; null if there are no permalinks */
  registry: string | null
  /** whether the runs are signed, so that the registry shows them on the page of their project */
  isSigned: boolean
  /** why some runs were not published; the results of those runs are reported all the same */
  problem: Problem | null
}

/** What is known of runs that were not published. */
export const NOT_PUBLISHED = { registry: null, isSigned: false }

/** Publishes the documents of measured jobs, one after the other, if a registry is named. */
export async function publishRuns(runs: RunOfJob[], publishing: PublishOptions): Promise<Publication> {
  const { registry } = publishing
  const published: Publication = { ...NOT_PUBLISHED, runs: [], problem: null }
  if (registry === undefined) return { ...published, runs }
  for (const job of runs) {
    if (job.status !== 'measured' || published.problem !== null) {
      published.runs.push(job)
      continue
    }
    try {
      const { permalink, site, isSigned } = await publishOne(job, registry, publishing)
      published.registry = site ?? published.registry
      published.isSigned ||= isSigned
      published.runs.push({ ...job, permalink })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      published.problem = error
      published.runs.push(job)
    }
  }
  return published
}

/**
 * @returns the address of the run's page and that of its registry, null if they are not known yet; and whether the run is
 *   signed
 */
async function publishOne(
  { run: { document, id, hash } }: MeasuredJob,
  registry: RemoteRegistry,
  { allowPrivate, token, signingConfig }: PublishOptions,
): Promise<{ permalink: string | null; site: string | null; isSigned: boolean }> {
  const bytes = Buffer.from(canonicalize(document))
  const tokens = registry.kind === 'http' ? tokensOf(process.env) : idTokens(process.env)
  const signing = tokens && { tokens, allowPrivate, config: readSigningConfig(signingConfig) }
  const access =
    registry.kind === 'http' ? { ...registry, signing } : { ...registry, octokit: connectToGitHub(token), signing }
  const { where, url, permalink, site, bundle } = await submitRun({ id, hash, bytes }, access)
  if (bundle !== null) keepSigned(id, { bytes, bundle })
  if (where === 'proposed') {
    notice(`Opened a pull request with the run: ${url}`)
    return { permalink: null, site: null, isSigned: false }
  }
  info(`${where === 'there already' ? 'Already published' : 'Published'}: ${url}`)
  return { permalink, site, isSigned: bundle !== null }
}

/** Keeps a signed document beside its bundle, for an artifact: anyone can check them, also without a registry. */
function keepSigned(id: string, { bytes, bundle }: { bytes: Uint8Array; bundle: Uint8Array }): void {
  const folder = join(process.env.RUNNER_TEMP ?? tmpdir(), 'plimsoll-signed')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}.json`), bytes)
  writeFileSync(join(folder, `${id}.sigstore.json`), bundle)
  setOutput('signed', folder)
}

/**
 * Checks before measuring that runs can be published.
 * @throws Problem (2)
 */
export function assertPublishable(registry: RemoteRegistry | undefined, environment: NodeJS.ProcessEnv): void {
  if (registry?.kind === 'http') tokensOf(environment)
}

function tokensOf(environment: NodeJS.ProcessEnv): IdTokens {
  const tokens = idTokens(environment)
  if (tokens !== null) return tokens
  throw new Problem(2, `The input 'registry' needs a token of this job. Give the job the permission 'id-token: write'.`)
}
