import { readFileSync } from 'node:fs'
import type { RunDocument } from '@plimsoll/schema'

/** The variable with the name of the repository, if the measuring step knows from GitHub's API that it is public. */
export const PUBLIC_REPOSITORY = 'PLIMSOLL_PUBLIC_REPOSITORY'

/** Whether the event of a workflow says whether the repository is private. That of a schedule does not name it. */
export function saysVisibility(environment: NodeJS.ProcessEnv): boolean {
  return typeof readEvent(environment.GITHUB_EVENT_PATH)?.repository?.private === 'boolean'
}

/**
 * The source of a run in a workflow of GitHub Actions, for the run document. Null outside of GitHub Actions. Also null
 * if the repository is not known to be public, because its name must not be published.
 */
export function readRunSource(environment: NodeJS.ProcessEnv): RunDocument['source'] {
  if (environment.GITHUB_ACTIONS !== 'true') return null
  const event = readEvent(environment.GITHUB_EVENT_PATH)
  const isPublic = saysVisibility(environment)
    ? event?.repository?.private === false
    : environment[PUBLIC_REPOSITORY] !== undefined && environment[PUBLIC_REPOSITORY] === environment.GITHUB_REPOSITORY
  if (!isPublic) return null
  const { GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF, GITHUB_RUN_ID } = environment
  return {
    repository: matching(GITHUB_REPOSITORY, /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/),
    commit: matching(GITHUB_SHA, /^[0-9a-f]{40}([0-9a-f]{24})?$/),
    ref: matching(GITHUB_REF, /^refs\/[\x21-\x7e]{1,490}$/),
    pullRequest: whole(event?.pull_request?.number),
    workflowRun: whole(Number(GITHUB_RUN_ID)),
  }
}

interface Event {
  repository?: { private?: unknown } | null
  pull_request?: { number?: unknown } | null
}

function readEvent(file: string | undefined): Event | null {
  try {
    return file === undefined ? null : (JSON.parse(readFileSync(file, 'utf8')) as Event | null)
  } catch {
    return null
  }
}

function matching(text: string | undefined, pattern: RegExp): string | null {
  return text !== undefined && pattern.test(text) ? text : null
}

function whole(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null
}
