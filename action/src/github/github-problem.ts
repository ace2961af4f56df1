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

/** Untrusted text, quoted in one of Plimsoll's sentences: one line of at most 200 characters. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  return `“${line.length > 200 ? `${line.slice(0, 200)}…` : line}”`
}
