/** One error of a document, with its location. */
export interface DocumentError {
  /** A code for programs. It never changes: `duplicate-key`, `missing-field`, `unknown-engine`, … */
  code: string
  /** The JSON pointer (RFC 6901) of the error. Empty for the whole document. */
  pointer: string
  /** One sentence for people. It is shown after the pointer. */
  message: string
}

/** Thrown when an invalid document is read. `errors` lists every error found. */
export class InvalidDocument extends Error {
  readonly errors: readonly DocumentError[]

  constructor(errors: readonly DocumentError[]) {
    super(errors.map(({ pointer, message }) => `${pointer || '(document)'}: ${message}`).join('\n'))
    this.name = 'InvalidDocument'
    this.errors = errors
  }
}

/** Returns the JSON pointer (RFC 6901) of a path of member names and list indexes. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Returns the error of a document with one fault. */
export function refusal(code: string, message: string, path: readonly (string | number)[] = []): InvalidDocument {
  return new InvalidDocument([{ code, pointer: toPointer(path), message }])
}
