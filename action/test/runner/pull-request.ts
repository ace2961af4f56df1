import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { plimsollHome } from '@plimsoll/workloads'
import { type FakeGitHub, startFakeGitHub } from '../github/fake-api.ts'
import type { Repository } from '../github/state.ts'
import { makeOrigin, type Origin, push } from './repository.ts'
import type { Job } from './runner.ts'

/** A fork of the repository, owned by an untrusted user. */
export const FORK: Repository = { id: 999, fullName: 'stranger/hello-world', fork: true }

/** A repository with one open pull request, number 1, and a fake GitHub that knows the pull request. */
export class PullRequestFixture {
  readonly github: FakeGitHub
  /** the directory of the fixture's files; it is inside every engine's file share, and is removed at the end */
  readonly directory: string
  origin: Origin

  private constructor(github: FakeGitHub, directory: string, origin: Origin) {
    this.github = github
    this.directory = directory
    this.origin = origin
  }

  /** @param first the files of main @param head the files that the pull request changes */
  static async start(first: Record<string, string>, head: Record<string, string>): Promise<PullRequestFixture> {
    mkdirSync(plimsollHome(), { recursive: true })
    const directory = mkdtempSync(join(plimsollHome(), 'test-action-'))
    const fixture = new PullRequestFixture(await startFakeGitHub(), directory, makeOrigin(directory, first, head))
    fixture.#tellGitHub()
    return fixture
  }

  async end(): Promise<void> {
    await this.github.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  /** Push to the pull request's branch. */
  push(files: Record<string, string | null>): void {
    this.origin = push(this.origin, files)
    this.#tellGitHub()
  }

  /** Set the repository of the pull request's head: a fork, or the repository itself. */
  comeFrom(repository: Repository): void {
    this.#tellGitHub(repository)
  }

  /** The event of a workflow that runs on the pull request. */
  pullRequestEvent(): Job['event'] {
    const { repository } = this.github.state
    const { base, head } = this.#pullRequest()
    const pullRequest = {
      number: 1,
      base: { ...base, repo: shown(repository) },
      head: { sha: head.sha, ref: head.ref, repo: head.repository && shown(head.repository) },
    }
    return {
      name: 'pull_request',
      payload: { action: 'synchronize', repository: shown(repository), number: 1, pull_request: pullRequest },
    }
  }

  /** The event of a workflow that runs after the workflow that runs on the pull request. */
  workflowRunEvent(): Job['event'] {
    const { head } = this.#pullRequest()
    const run = {
      ...{ id: 5, event: 'pull_request', conclusion: 'success', head_sha: head.sha, head_branch: head.ref },
      head_repository: head.repository && shown(head.repository),
    }
    const repository = shown(this.github.state.repository)
    return { name: 'workflow_run', payload: { action: 'completed', repository, workflow_run: run } }
  }

  /** The claims in the token of a job on the pull request: docs.github.com, "OpenID Connect reference". */
  claims(): Record<string, string> {
    const { fullName, id } = this.github.state.repository
    const workflow = `${fullName}/.github/workflows/test.yml@refs/pull/1/merge`
    return {
      ...{ sub: `repo:${fullName}:pull_request`, repository: fullName, repository_id: String(id) },
      ...{ repository_owner: 'octocat', repository_owner_id: '583231', repository_visibility: 'public' },
      ...{ ref: 'refs/pull/1/merge', sha: this.origin.commits.merge, run_id: '3003', run_attempt: '1' },
      ...{ event_name: 'pull_request', runner_environment: 'github-hosted' },
      ...{ workflow_ref: workflow, job_workflow_ref: workflow, actor: 'octocat' },
    }
  }

  /** The environment variables of a job's steps that GitHub sets and act does not. */
  jobEnvironment(): Record<string, string> {
    const { sha = '', ref = '', run_id = '' } = this.claims()
    return { SHA_REF: sha, GITHUB_SHA: sha, GITHUB_REF: ref, GITHUB_RUN_ID: run_id }
  }

  /** The text of the comments on the pull request, oldest first. */
  comments(): string[] {
    return this.github.state.comments.flatMap(({ pullRequest, body }) => (pullRequest === 1 ? [body] : []))
  }

  /** The requests to GitHub that change something. */
  writes(): string[] {
    return this.github.requests.filter((request) => !request.startsWith('GET '))
  }

  #pullRequest() {
    const [pullRequest] = this.github.state.pullRequests
    if (!pullRequest) throw new Error('there is no pull request')
    return pullRequest
  }

  #tellGitHub(repository?: Repository): void {
    const { state } = this.github
    const { first, base, head } = this.origin.commits
    const from = repository ?? state.pullRequests[0]?.head.repository ?? state.repository
    state.pullRequests[0] = {
      number: 1,
      state: 'open',
      head: { sha: head, ref: 'feature', repository: from },
      base: { sha: base, ref: 'main' },
      labels: state.pullRequests[0]?.labels ?? [],
    }
    state.mergeBases = [{ base, head, commit: first }]
  }
}

function shown({ id, fullName }: Repository) {
  return { id, full_name: fullName, private: false }
}
