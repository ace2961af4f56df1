import { createServer, type Server } from 'node:http'
import type { RunDocument } from '@plimsoll/schema'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { storeDocument } from '../store/documents.ts'
import { type PublishedKey, recordKeys } from '../store/key-log.ts'
import type { Registry } from '../store/registry.ts'
import { addStatement } from '../store/statements.ts'
import { type Dependencies, issuerKeys } from './issuer-keys.ts'

/** A token issuer with real keys that works like GitHub's: it has discovery, keys and signatures. For tests only. */
export interface TestIssuer {
  issuer: string
  /** The keys that the issuer publishes; changing this list rotates them. */
  published: JWK[]
  /** Returns how often the issuer's keys were requested. */
  keyRequests: () => number
  sign: (claims: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>
  /** Creates another key and signs with it from now on. */
  rotate: (kid: string) => Promise<void>
  /**
   * The environment of a job that may request tokens. These tokens have the claims of `makeClaims`, for the requested
   * audience.
   */
  environment: { ACTIONS_ID_TOKEN_REQUEST_URL: string; ACTIONS_ID_TOKEN_REQUEST_TOKEN: string }
  /** The overrides of the issuer's OpenID configuration. */
  configuration: { issuer?: string; jwks_uri?: string }
  close: () => Promise<void>
}

const REQUEST_TOKEN = 'request-token'

/** Starts an issuer. @param host the local address to listen on */
export async function startIssuer(host = '127.0.0.1'): Promise<TestIssuer> {
  let current = await makeKey('key-1')
  let keyRequests = 0
  const state: Pick<TestIssuer, 'published' | 'configuration'> = { published: [current.jwk], configuration: {} }
  const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: String(current.jwk.kid), typ: 'JWT', ...header })
      .sign(current.privateKey)
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname === '/token') {
      if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return response.writeHead(401).end('{}')
      const claims = makeClaims(issuer, String(searchParams.get('audience')), Math.floor(Date.now() / 1000))
      return response.end(JSON.stringify({ value: await sign(claims) }))
    }
    if (pathname === '/moved') return response.writeHead(302, { location: '/.well-known/jwks' }).end()
    if (request.url === '/.well-known/openid-configuration') {
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/.well-known/jwks`, ...state.configuration }))
    } else {
      keyRequests += 1
      response.end(JSON.stringify({ keys: state.published }))
    }
  })
  const issuer = `http://${host}:${await listenOn(server, host)}`
  return Object.assign(state, {
    issuer,
    keyRequests: () => keyRequests,
    sign,
    environment: { ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token?v=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN },
    rotate: async (kid: string) => {
      current = await makeKey(kid)
      state.published = [...state.published, current.jwk]
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } as JWK, privateKey }
}

function listenOn(server: Server, host: string): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, host, () => resolve((server.address() as { port: number }).port))
  })
}

/**
 * Returns the claims of a token for a workflow of a public repository, as GitHub documents them.
 * @param now the current time, in seconds since 1970
 */
export function makeClaims(issuer: string, audience: string, now: number): Record<string, unknown> {
  return {
    iss: issuer,
    aud: audience,
    sub: 'repo:example/project:ref:refs/heads/main',
    jti: crypto.randomUUID(),
    iat: now,
    nbf: now,
    exp: now + 300,
    repository: 'example/project',
    repository_id: '1001',
    repository_owner: 'example',
    repository_owner_id: '2002',
    repository_visibility: 'public',
    ref: 'refs/heads/main',
    sha: 'a'.repeat(40),
    workflow_ref: 'example/project/.github/workflows/measure.yml@refs/heads/main',
    job_workflow_ref: 'example/project/.github/workflows/measure.yml@refs/heads/main',
    run_id: '3003',
    run_attempt: '1',
    event_name: 'push',
    runner_environment: 'github-hosted',
  }
}

/** Returns the keys of issuers, which are recorded in the registry when they are fetched. */
export function testKeys(
  registry: Registry,
  given: Pick<Dependencies, 'now'> & Partial<Dependencies>,
): ReturnType<typeof issuerKeys> {
  const onKeys = (keys: PublishedKey[]) => recordKeys(registry, keys, new Date(given.now()).toISOString())
  return issuerKeys({ fetch, onKeys, onFailure: () => {}, ...given })
}

/** Records the keys that an issuer publishes, as a registry that fetched them. */
export function recordPublished(
  registry: Registry,
  { issuer, published }: Pick<TestIssuer, 'issuer' | 'published'>,
): void {
  const source = `${issuer}/.well-known/jwks`
  const keys = published.map(({ kid = '', n = '', e = '' }) => ({ issuer, kid, n, e, source }))
  recordKeys(registry, keys, '2026-11-20T12:00:00.000Z')
}

/**
 * Stores a document as if a workflow had submitted it, and records the issuer's keys. The index must be synchronized.
 * @param claims the claims of the token that differ from those of `makeClaims`
 */
export async function importSigned(
  registry: Registry,
  { issuer, published, sign }: TestIssuer,
  document: RunDocument,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const { id, hash } = storeDocument(registry, Buffer.from(JSON.stringify(document)))
  const { iss, ...others } = { iss: issuer, ...claims }
  recordPublished(registry, { issuer: String(iss), published })
  const token = await sign({ ...makeClaims(String(iss), `https://registry.example#${hash}`, 1_760_000_000), ...others })
  const { kid = '', n = '', e = '' } = published.at(-1) ?? {}
  const at = '2026-11-20T12:00:00.000Z'
  addStatement(registry, id, { kind: 'signed', level: 'signed by repository', token, kid, n, e, at })
  return id
}
