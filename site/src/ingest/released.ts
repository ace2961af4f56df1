import type { ReleasedWorkflow } from './provenance.ts'

/** Who issues the tokens of GitHub Actions. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

/** The reusable workflow of this project, and the commits of its releases; there is none yet. */
export const RELEASED: ReleasedWorkflow = {
  path: 'OWNER/plimsoll/.github/workflows/measure.yml',
  commits: [],
  issuer: GITHUB_ISSUER,
}
