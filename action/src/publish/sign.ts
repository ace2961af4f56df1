import { readFileSync } from 'node:fs'
import { formatSubmission, STATEMENT_MEDIA_TYPE, type Submission } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { printable } from '../plain-text.ts'
import type { IdTokens } from './id-token.ts'

/** What a job needs to sign. */
export interface Signing {
  tokens: IdTokens
  /** whether the name of a private repository may be published */
  allowPrivate: boolean
  /** a Sigstore signing configuration (version 0.2), parsed; null for the public instance */
  config: unknown
}

/** The audience of the tokens that Sigstore's certificate authority accepts. */
const AUDIENCE = 'sigstore'

/** The public instance of Sigstore: its certificate authority and its log, from 2021 on. */
const PUBLIC_INSTANCE = {
  mediaType: 'application/vnd.dev.sigstore.signingconfig.v0.2+json',
  caUrls: [service('https://fulcio.sigstore.dev')],
  oidcUrls: [],
  rekorTlogUrls: [service('https://rekor.sigstore.dev')],
  rekorTlogConfig: { selector: 'ANY' },
  tsaUrls: [],
}

function service(url: string): object {
  return { url, majorApiVersion: 1, validFor: { start: '2021-01-01T00:00:00Z' }, operator: 'sigstore.dev' }
}

/**
 * Reads a signing configuration, such as a private Sigstore instance publishes. Null without a file.
 * @throws Problem (2)
 */
export function readSigningConfig(file: string | undefined): unknown {
  if (file === undefined || file === '') return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem(2, `'${file}' is not a signing configuration of Sigstore (${(error as Error).message}).`)
  }
}

/**
 * Signs a submission with Sigstore: the certificate authority certifies this job, from its token, and the log records the
 * signature. Nothing is signed for a private repository without its consent, because the log would show its name.
 * @returns the bundle, as JSON in one line
 * @throws Problem (2) for a private repository or an unusable configuration, (3) if an instance cannot be reached
 */
export async function signSubmission(
  submission: Omit<Submission, 'allowPrivate'>,
  { tokens, allowPrivate, config }: Signing,
): Promise<Uint8Array> {
  const token = await tokens(AUDIENCE)
  if (visibilityOf(token) !== 'public' && !allowPrivate)
    throw new Problem(
      2,
      'The repository is private, so nothing was signed: the public log and the registry would show its name. To allow this, set allow-private: true (or --allow-private).',
    )
  const sign = await connect(config ?? PUBLIC_INSTANCE, token)
  const statement = formatSubmission({ ...submission, allowPrivate } as Submission)
  try {
    return await sign(statement, STATEMENT_MEDIA_TYPE)
  } catch (error) {
    throw new Problem(3, `Sigstore could not sign the run (${reasonOf(error)}). Run the job again.`)
  }
}

/** @throws Problem (2) for a configuration that cannot be used */
async function connect(config: unknown, token: string) {
  const { makeClient } = await import('./sigstore-client.ts')
  try {
    return makeClient(config, token)
  } catch (error) {
    throw new Problem(2, `The signing configuration cannot be used (${reasonOf(error)}). Give version 0.2 of one.`)
  }
}

/** The visibility of the job's repository, from its token. The certificate authority verifies the token. */
function visibilityOf(token: string): unknown {
  const [, body = ''] = token.split('.')
  try {
    return (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>)
      .repository_visibility
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  // The instance may have written a part of it.
  return printable(cause instanceof Error ? `${message}: ${cause.message}` : message, 300)
}
