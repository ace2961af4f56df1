import { createHash } from 'node:crypto'
import { info, notice, warning } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import { commentBody } from '../comment/comment-and-summary.ts'
import { replacedVerdicts, type Writer } from '../comment/comment-identity.ts'
import { isNews } from '../comment/job-result.ts'
import type { Links, RunOfJob } from '../comment/run-of-job.ts'
import type { PullRequestEvent } from '../github/event.ts'
import { makeOctokit, type Octokit } from '../github/octokit.ts'
import { upsertComment } from '../github/upsert-comment.ts'
import type { CommentInputs } from '../inputs/read-inputs.ts'

/** A client of the API of the GitHub server that runs this step. */
export function connectToGitHub(token: string): Octokit {
  return makeOctokit({ token, apiUrl: process.env.GITHUB_API_URL ?? 'https://api.github.com' })
}

/**
 * Writes the comment of a key to the pull request of an event. If there is a newer push, writes nothing: the comment
 * would replace the results of that push. An empty token, or a request that GitHub rejects, causes only a warning,
 * because the result is also in the job summary and in the document.
 * @returns the address of the comment; null if none was written
 */
export async function comment(
  { token, commentKey: key, comment: mode }: CommentInputs,
  { repository, number, head, fork }: PullRequestEvent,
  runs: RunOfJob[],
  links: Links,
): Promise<string | null> {
  if (fork) {
    notice(
      "The token of a fork's pull request cannot write a comment. Use the report action in a workflow that runs on workflow_run.",
    )
    return null
  }
  const [owner = '', repo = ''] = repository.fullName.split('/')
  try {
    const octokit = connectToGitHub(token)
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...{ owner, repo, pull_number: number },
    })
    if (data.head.sha !== head.sha) {
      info('The pull request has a newer commit. The workflow run of that commit writes the comment.')
      return null
    }
    return await writeComment({ octokit, owner, repo, pullRequest: number, commit: head.sha, key, mode, runs, links })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    warning(error.message)
    return null
  }
}

/**
 * @returns the address of the comment; null if nothing changed and there is none to update
 * @throws GitHubProblem
 */
export async function writeComment(where: {
  octokit: Octokit
  owner: string
  repo: string
  pullRequest: number
  /** the measured commit */
  commit: string
  key: string
  mode: CommentInputs['comment']
  runs: RunOfJob[]
  links: Links
}): Promise<string | null> {
  const { runs, links, commit, mode, ...comment } = where
  const by = writerOf(commit)
  let replaced: string[] = []
  const bodyAfter = (before: string | null) => {
    replaced = replacedVerdicts(before, by)
    return commentBody({ runs, key: comment.key, links, writing: { by, replaced } })
  }
  const written = await upsertComment({ ...comment, bodyAfter, onlyUpdate: mode === 'changes' && !isNews(runs) })
  if (written === null) {
    info("Nothing changed, so there is no comment (the input 'comment' is changes). The result is in the job summary.")
    return null
  }
  const { outcome, url } = written
  info(`The comment was ${outcome}: ${url}`)
  if (replaced.length > 0)
    warning(
      `Another job or step wrote the comment with the comment-key '${comment.key}' about this commit. Give each its own comment-key.`,
    )
  return url
}

function writerOf(commit: string): Writer {
  const {
    GITHUB_RUN_ID: run = '0',
    GITHUB_RUN_ATTEMPT: attempt = '1',
    GITHUB_WORKFLOW_REF: workflow = '',
  } = process.env
  const hash = createHash('sha256').update(workflow).digest('hex').slice(0, 12)
  return { commit, run: `${run}.${attempt}`, workflow: hash }
}
