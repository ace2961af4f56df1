import type { Statement } from './statement.ts'

/**
 * Returns the repository whose workflow signed a run, as the workflow's token claims. Returns null if no workflow
 * signed the run, or if a statement was written manually.
 */
export function signerOf(statements: Statement[]): string | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const { repository } = signed === undefined ? {} : claimsOfArchived(signed.token)
  return typeof repository === 'string' ? repository : null
}

/**
 * Returns the claims of an archived token, which was verified before it was archived. The result is empty if a manual
 * statement contains an invalid token.
 */
export function claimsOfArchived(token: string): Record<string, unknown> {
  const [, body = ''] = token.split('.')
  return decodeTokenPart(body) ?? {}
}

/**
 * Decodes base64url; null unless the text is the one encoding of its bytes. The last character may have unused bits, and
 * decoders ignore them: without this check, a token that was changed there would be as good as the genuine one (RFC 4648,
 * section 3.5).
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Decodes a part of a JSON Web Token without verifying the token; null if the part is not an object. */
export function decodeTokenPart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(decodeBase64url(part)?.toString('utf8') ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
