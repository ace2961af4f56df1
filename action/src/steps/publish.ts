import { info, notice } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import type { RegistryAddress } from '../publish/address.ts'
import { type IdTokens, idTokens } from '../publish/id-token.ts'
import { publishOverGitHub } from '../publish/over-github.ts'
import { publishOverHttp } from '../publish/over-http.ts'
import type { MeasuredJob, RunOfJob } from '../pull-request/run-of-job.ts'
import { octokitOf } from './comment.ts'

/** Where a step hands its runs in. */
export interface Publishing {
  registry: RegistryAddress | undefined
  allowPrivate: boolean
  token: string
}

/** What became of it. */
export interface Published {
  /** the same runs, with their permalinks */
  runs: RunOfJob[]
  /** whose permalinks they are; null where there are none */
  registry: string | null
  /** why some were not handed in; a result is told all the same */
  problem: Problem | null
}

/** Hands in the documents of measured jobs, one after the other, where a registry is named. */
export async function publishRuns(runs: RunOfJob[], publishing: Publishing): Promise<Published> {
  const { registry } = publishing
  if (registry === undefined || registry.kind === 'directory') return { runs, registry: null, problem: null }
  const published: Published = { runs: [], registry: null, problem: null }
  for (const job of runs) {
    if (job.status !== 'measured' || published.problem !== null) {
      published.runs.push(job)
      continue
    }
    try {
      const { permalink, site } = await publishOne(job, registry, publishing)
      published.registry = site ?? published.registry
      published.runs.push({ ...job, permalink })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      published.problem = error
      published.runs.push(job)
    }
  }
  return published
}

/** @returns the address of the run's page and of the registry that has it; null where that is not known yet */
async function publishOne(
  { run: { document, id, hash } }: MeasuredJob,
  registry: Exclude<RegistryAddress, { kind: 'directory' }>,
  { allowPrivate, token }: Publishing,
): Promise<{ permalink: string | null; site: string | null }> {
  const bytes = Buffer.from(`${JSON.stringify(document)}\n`)
  if (registry.kind === 'http') {
    const { permalink, added } = await publishOverHttp(bytes, hash, {
      registry: registry.url,
      tokens: tokensOf(process.env),
      allowPrivate,
    })
    info(`${added ? 'Published' : 'There already'}: ${permalink}`)
    return { permalink, site: registry.url }
  }
  const { where, url, site } = await publishOverGitHub({ id, bytes }, { octokit: octokitOf(token), ...registry })
  if (where === 'proposed') notice(`A pull request proposes the run to the registry: ${url}`)
  else info(`${where === 'committed' ? 'Published' : 'There already'}: ${url}`)
  if (where === 'proposed' || site === null) return { permalink: null, site: null }
  return { permalink: `${site}/runs/${id}`, site }
}

/** What cannot be handed in is said before anything is measured. @throws Problem (2) */
export function checkPublishing(registry: RegistryAddress | undefined, environment: NodeJS.ProcessEnv): void {
  if (registry?.kind === 'http') tokensOf(environment)
}

function tokensOf(environment: NodeJS.ProcessEnv): IdTokens {
  const tokens = idTokens(environment)
  if (tokens !== null) return tokens
  throw new Problem(
    2,
    'The input registry needs a token of this job to hand runs in with: give the job the permission id-token: write.',
  )
}
