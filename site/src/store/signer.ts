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

/** Decodes a part of a JSON Web Token without verifying the token; null if the part is not an object. */
export function decodeTokenPart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
