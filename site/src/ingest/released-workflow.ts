import type { ReleasedWorkflow } from './provenance.ts'

/** The issuer of GitHub Actions tokens. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

/** The project's reusable workflow, and the commits of its releases. There are no releases yet. */
export const RELEASED: ReleasedWorkflow = {
  path: 'OWNER/plimsoll/.github/workflows/measure.yml',
  commits: [],
  issuer: GITHUB_ISSUER,
}
