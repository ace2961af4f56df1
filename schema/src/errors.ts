/** One thing that is wrong with a document, and where. */
export interface DocumentError {
  /** Stable, for programs: `duplicate-key`, `missing-field`, `unknown-engine` … */
  code: string
  /** JSON pointer (RFC 6901) of the place; empty for the document as a whole. */
  pointer: string
  /** One sentence for the reader, which makes sense after the pointer. */
  message: string
}

/** Thrown where a document that is not valid was to be read; `errors` says everything that is wrong. */
export class InvalidDocument extends Error {
  readonly errors: readonly DocumentError[]

  constructor(errors: readonly DocumentError[]) {
    super(errors.map(({ pointer, message }) => `${pointer || '(document)'}: ${message}`).join('\n'))
    this.name = 'InvalidDocument'
    this.errors = errors
  }
}

/** The JSON pointer (RFC 6901) of a path of member names and list indexes. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
