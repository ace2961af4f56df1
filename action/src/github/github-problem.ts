import { Problem } from '@plimsoll/workloads'

/** The reason why GitHub did not carry out a request. */
export type GitHubErrorCode = 'unauthenticated' | 'forbidden' | 'not-found' | 'invalid' | 'rate-limited' | 'unreachable'

/** An error of GitHub's API, as one sentence for the user. It contains no token. */
export class GitHubProblem extends Problem {
  readonly code: GitHubErrorCode

  constructor(code: GitHubErrorCode, message: string) {
    super(3, message)
    this.name = 'GitHubProblem'
    this.code = code
  }
}
