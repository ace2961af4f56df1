import { createPublicKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A stand-in for GitHub in a job with `id-token: write`. It is the server that gives tokens, and the issuer that
 * publishes the key of the tokens.
 */
export interface Issuer {
  /** the issuer's name, which is also its address */
  url: string
  /** the environment of a job that may request tokens */
  environment: { ACTIONS_ID_TOKEN_REQUEST_URL: string; ACTIONS_ID_TOKEN_REQUEST_TOKEN: string }
  /** the audiences of the tokens that the issuer has given so far */
  audiences: string[]
  close: () => Promise<void>
}

/** The claims about a job in the job's tokens: docs.github.com, "OpenID Connect reference". */
export type Claims = Record<string, string>

const RIGHT = 'a-right-to-ask-for-tokens'
const KEY_ID = 'the-key-of-this-test'

/** An issuer on loopback with its own RSA key. It gives tokens only to requests with the job's bearer token. */
export async function startIssuer(claims: Claims): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const audiences: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), url)
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') {
      return answer(200, { issuer: url, jwks_uri: `${url}/.well-known/jwks` })
    }
    if (pathname === '/.well-known/jwks') {
      return answer(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
    }
    const audience = searchParams.get('audience')
    if (pathname !== '/idtoken' || searchParams.get('api-version') !== '2.0') return answer(404, {})
    if (request.method !== 'GET' || request.headers.authorization !== `Bearer ${RIGHT}`) return answer(401, {})
    if (audience === null) return answer(400, {})
    audiences.push(audience)
    return answer(200, { count: 1, value: sign({ ...claims, iss: url, aud: audience }) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    environment: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: RIGHT,
    },
    audiences,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function sign(payload: object): string {
    const now = Math.floor(Date.now() / 1000)
    const times = { jti: crypto.randomUUID(), nbf: now - 300, iat: now, exp: now + 300 }
    const parts = [
      { alg: 'RS256', typ: 'JWT', kid: KEY_ID },
      { ...payload, ...times },
    ]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
  }
}

/**
 * The claims of a token. Its signature is verified with only the token and the key archived beside it.
 * @throws Error if the token was not signed with that key
 */
export function verifyOffline({ token, n, e }: { token: string; n: string; e: string }): Record<string, unknown> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  const signed = createVerify('RSA-SHA256').update(`${header}.${payload}`).verify(key, signature, 'base64url')
  if (!signed) throw new Error('the signature is not of this key')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
