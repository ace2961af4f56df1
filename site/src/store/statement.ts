/** The statement that a document was submitted. */
export interface SubmittedStatement {
  kind: 'submitted'
  /** When the statement was made, ISO 8601, UTC, as in every statement. */
  at: string
}

/** The statement that a newer run supersedes this one. The run itself does not change. */
export interface SupersededStatement {
  kind: 'superseded'
  /** The id of the newer run. */
  by: string
  at: string
  bundle?: StatementBundle
}

/** The statement that the submitter, or the operator of the registry, withdrew the run. The run itself does not change. */
export interface WithdrawnStatement {
  kind: 'withdrawn'
  reason: string
  at: string
  bundle?: StatementBundle
}

/** The statement that the document was deleted from the registry because it contained personal data. */
export interface DeletedStatement {
  kind: 'deleted'
  /** The hash of the deleted document, `sha256:…`. */
  hash: string
  reason: string
  at: string
}

/** The Sigstore bundle with which the submitter signed a statement. A statement without one is the operator's. */
export type StatementBundle = Record<string, unknown>

/** The state of a run that is superseded or withdrawn. */
export type RunState = SupersededStatement | WithdrawnStatement

/** A statement about a document, made after the document. Statements are only ever added. */
export type Statement = SubmittedStatement | SupersededStatement | WithdrawnStatement | DeletedStatement
