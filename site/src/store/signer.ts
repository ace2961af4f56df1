import type { Statement } from './statements.ts'
import { decodeTokenPart } from './token-part.ts'

/**
 * The repository whose workflow signed a run, as its token claims; null where nobody did, or a statement was written by
 * hand.
 */
export function signerOf(statements: Statement[]): string | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const { repository } = signed === undefined ? {} : claimsOfArchived(signed.token)
  return typeof repository === 'string' ? repository : null
}

/** What an archived token claims; it was verified before it was archived. Nothing where it is none, written by hand. */
export function claimsOfArchived(token: string): Record<string, unknown> {
  const [, body = ''] = token.split('.')
  return decodeTokenPart(body) ?? {}
}
