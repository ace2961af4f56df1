import { createHmac, createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { TestIssuer } from './testing.ts'

// This module makes forged tokens that the registry must reject. For tests only.

type Claims = Record<string, unknown>

/** Returns a token without a signature (`alg: none`). */
export function unsignedToken(claims: Claims): string {
  return `${encodePart({ alg: 'none', kid: 'key-1' })}.${encodePart(claims)}.`
}

/** Returns a token signed with HS256, with the issuer's public key as the secret. */
export function tokenSignedWithPublicKey(issuer: TestIssuer, claims: Claims): string {
  const [key] = issuer.published
  const pem = createPublicKey({ key: key as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const content = `${encodePart({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${encodePart(claims)}`
  return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`
}

/** Returns a token with a valid RS512 signature. The registry accepts RS256 only. */
export async function tokenSignedRs512(claims: Claims): Promise<string> {
  const { privateKey } = await generateKeyPair('RS512')
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS512', kid: 'key-1' }).sign(privateKey)
}

/**
 * Returns a token that is signed with a stranger's key under the id of the issuer's key.
 * @param withKey whether the token's header includes the stranger's key
 */
export async function tokenSignedByStranger(claims: Claims, { withKey = false } = {}): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const header = { alg: 'RS256', kid: 'key-1', ...(withKey && { jwk: await exportJWK(publicKey) }) }
  return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
}

/** Returns a token that was changed after it was signed. */
export async function tampered(
  issuer: TestIssuer,
  claims: Claims,
  change: { header?: object; claims?: object },
): Promise<string> {
  const [header = '', , signature] = (await issuer.sign(claims)).split('.')
  const signed = JSON.parse(Buffer.from(header, 'base64url').toString())
  return `${encodePart({ ...signed, ...change.header })}.${encodePart({ ...claims, ...change.claims })}.${signature}`
}

/**
 * Returns the token with another last character that decodes to the same bytes: the signature has 256 bytes, so the last of
 * its characters has four unused bits.
 */
export function withUnusedBits(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return `${token.slice(0, -1)}${alphabet[alphabet.indexOf(token.slice(-1)) ^ 1]}`
}

/** Encodes one part of a JSON Web Token. */
export function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
