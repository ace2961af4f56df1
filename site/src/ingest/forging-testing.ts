import { createHmac, createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { TestIssuer } from './testing.ts'

// Tokens that nobody must believe. For tests alone.

type Claims = Record<string, unknown>

/** Signed by nobody, and saying so (`alg: none`). */
export function unsigned(claims: Claims): string {
  return `${encodePart({ alg: 'none', kid: 'key-1' })}.${encodePart(claims)}.`
}

/** Signed with HS256: the secret is the key that everybody knows. */
export function signedWithPublicKey(issuer: TestIssuer, claims: Claims): string {
  const [key] = issuer.published
  const pem = createPublicKey({ key: key as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const content = `${encodePart({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${encodePart(claims)}`
  return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`
}

/** Signed with RS512, which is sound, and not asked for. */
export async function signedRs512(claims: Claims): Promise<string> {
  const { privateKey } = await generateKeyPair('RS512')
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS512', kid: 'key-1' }).sign(privateKey)
}

/** Signed with a key of somebody else's that has the name of the issuer's. @param withKey whether it brings that key */
export async function signedByStranger(claims: Claims, { withKey = false } = {}): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const header = { alg: 'RS256', kid: 'key-1', ...(withKey && { jwk: await exportJWK(publicKey) }) }
  return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
}

/** Signed well, and changed since. */
export async function tampered(
  issuer: TestIssuer,
  claims: Claims,
  change: { header?: object; claims?: object },
): Promise<string> {
  const [header = '', , signature] = (await issuer.sign(claims)).split('.')
  const stated = JSON.parse(Buffer.from(header, 'base64url').toString())
  return `${encodePart({ ...stated, ...change.header })}.${encodePart({ ...claims, ...change.claims })}.${signature}`
}

/** A part of a token. */
export function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
