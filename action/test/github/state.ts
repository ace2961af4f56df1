/** The state of the fake GitHub: one repository and its contents. Tests fill and inspect it. */
export interface State {
  repository: Repository
  pullRequests: PullRequest[]
  issues: Issue[]
  comments: Comment[]
  mergeBases: MergeBase[]
  runs: WorkflowRun[]
  checks: CommitCheck[]
  /** the repositories with commits; if there is none, the operations of git-handlers.ts find nothing */
  gits: GitRepository[]
  tokens: Map<string, Token>
}

export interface Repository {
  id: number
  fullName: string
  fork: boolean
}

/** A bare repository on this disk. The fake GitHub writes to it with git itself. */
export interface GitRepository extends Repository {
  directory: string
  defaultBranch: string
  homepage: string | null
  /** the accounts whose tokens may push; a workflow's own token may push if its permissions allow it */
  pushers: string[]
  /** GitHub's error message for a push to the default branch if the branch is protected; otherwise null */
  protection: string | null
  /** the number of requests that fail before a new fork is complete */
  unready: number
}

export interface PullRequest {
  number: number
  state: 'open' | 'closed'
  /** The head of the pull request. Its repository is null if the fork has been deleted. */
  head: { sha: string; ref: string; repository: Repository | null }
  base: { sha: string; ref: string }
  labels: string[]
}

/** An issue that is no pull request. Issues and pull requests share one series of numbers. */
export interface Issue {
  number: number
  title: string
  body: string
  state: 'open' | 'closed'
  stateReason: string | null
  labels: string[]
  author: Account
}

/** The merge base of two commits, as GitHub reads it from the repository. */
export interface MergeBase {
  base: string
  head: string
  commit: string
}

export interface Account {
  login: string
  id: number
  type: 'User' | 'Bot'
}

export interface Comment {
  id: number
  /** the number of the pull request or of the issue */
  pullRequest: number
  author: Account
  body: string
  createdAt: string
  updatedAt: string
}

export interface WorkflowRun {
  id: number
  event: string
  headSha: string
  headBranch: string
  headRepository: Repository
  /** the file name of its workflow */
  workflow: string
  /** how often it was started */
  attempts: number
}

/** A completed check on a commit. */
export interface CommitCheck {
  commit: string
  name: string
  conclusion: string
  title: string
  summary: string
}

export interface Token {
  account: Account
  /**
   * The kind of token. GITHUB_TOKEN and the tokens of other apps belong to an installation. All other tokens are a
   * person's.
   */
  kind: 'installation' | 'personal'
  permission: 'read' | 'write'
  /** whether it may write checks if it may write; a workflow asks for this by itself */
  checks?: boolean
}

/** The account of a workflow's own token, GITHUB_TOKEN. */
export const ACTIONS_BOT: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }

/** The state of a fake GitHub with a new repository. */
export function emptyState(fullName: string): State {
  return {
    repository: { id: 4242, fullName, fork: false },
    pullRequests: [],
    issues: [],
    comments: [],
    mergeBases: [],
    runs: [],
    checks: [],
    gits: [],
    tokens: new Map(),
  }
}
