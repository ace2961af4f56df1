import { Problem } from '@plimsoll/workloads'
import { readAnswer } from '../read-answer.ts'

/** A function that returns a token of this workflow run for an audience. */
export type IdTokens = (audience: string) => Promise<string>

const TIMEOUT_MS = 20_000
const TRIES = 3

/**
 * The source of this job's OpenID Connect tokens in GitHub Actions. Null outside of GitHub Actions, and in a job
 * without `id-token: write`. Tokens are requested when needed, are valid for minutes, and are never stored.
 * @param environment with ACTIONS_ID_TOKEN_REQUEST_URL and _TOKEN, as the runner sets them
 */
export function idTokens(environment: NodeJS.ProcessEnv): IdTokens | null {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: right } = environment
  if (!address || !right || !URL.canParse(address)) return null
  return async (audience) => {
    const url = new URL(address)
    url.searchParams.set('audience', audience)
    let said = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        const response = await fetch(url, {
          headers: { authorization: `Bearer ${right}`, accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const { value } = response.ok ? (JSON.parse(String(await readAnswer(response))) as { value?: unknown }) : {}
        if (typeof value === 'string') return value
        said = `it answers ${response.status}`
      } catch (error) {
        said = error instanceof Error && error.name === 'TimeoutError' ? 'it does not answer' : 'it cannot be reached'
      }
    }
    throw new Problem(3, `GitHub gave this job no token to publish the run (${said}). Run the job again.`)
  }
}
