import type { ProvenLevel, SubmittedLevel } from './origin.ts'

/** The statement that a document was submitted without a token, at this provenance level. */
export interface SubmittedStatement {
  kind: 'submitted'
  level: SubmittedLevel
  /** When the statement was made, ISO 8601, UTC, as in every statement. */
  at: string
}

/**
 * The statement that a workflow submitted a document with a token. With the key in the statement, anyone can verify the
 * token again.
 */
export interface SignedStatement {
  kind: 'signed'
  level: ProvenLevel
  /** The JSON Web Token, signed with RS256. */
  token: string
  /**
   * The id of the issuer's public key that verified the token. This and the other fields of the key are as in its JSON
   * Web Key (RFC 7518, section 6.3).
   */
  kid: string
  n: string
  e: string
  at: string
}

/** The statement that a newer run supersedes this one. The run itself does not change. */
export interface SupersededStatement {
  kind: 'superseded'
  /** The id of the newer run. */
  by: string
  at: string
}

/** The statement that the submitter withdrew the run. The run itself does not change. */
export interface WithdrawnStatement {
  kind: 'withdrawn'
  reason: string
  at: string
}

/** The statement that the document was deleted from the registry because it contained personal data. */
export interface DeletedStatement {
  kind: 'deleted'
  /** The hash of the deleted document, `sha256:…`. */
  hash: string
  reason: string
  at: string
}

/** The state of a run that is superseded or withdrawn. */
export type RunState = SupersededStatement | WithdrawnStatement

/** A statement about a document, made after the document. Statements are only ever added. */
export type Statement =
  | SubmittedStatement
  | SignedStatement
  | SupersededStatement
  | WithdrawnStatement
  | DeletedStatement
