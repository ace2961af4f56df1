import { Problem } from '@plimsoll/workloads'

/** A reader for required fields of JSON in GitHub's format. It throws Problem (2) for any other content. */
export class EventFields {
  readonly #root: unknown

  constructor(root: unknown) {
    this.#root = root
  }

  isNull(...path: string[]): boolean {
    return this.#at(path) === null
  }

  /** Whether the field at this path exists. */
  holds(...path: string[]): boolean {
    return this.#at(path) != null
  }

  /** Whether the fields at two paths hold the same number. */
  areSame(path: string[], other: string[]): boolean {
    return typeof this.#at(path) === 'number' && this.#at(path) === this.#at(other)
  }

  /**
   * A text of 1 to 1,000 characters in one line, as git's names are. It has no lone surrogate, which an address cannot
   * contain.
   */
  text(...path: string[]): string {
    return this.#matching(path, /^[^\p{Cc}\p{Cs}]{1,1000}$/u, 'a line of text')
  }

  /** The SHA-1 or SHA-256 of a commit. */
  sha(...path: string[]): string {
    return this.#matching(path, /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit')
  }

  /**
   * A repository's owner/name, with the characters that GitHub allows. As part of an address, it cannot change the
   * path.
   */
  repositoryName(...path: string[]): string {
    return this.#matching(path, /^[\w-]{1,100}\/(?!\.\.?$)[\w.-]{1,100}$/, 'a repository’s owner/name')
  }

  /** A positive whole number. */
  count(...path: string[]): number {
    const value = this.#at(path)
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
    throw invalidField(path, 'a positive whole number')
  }

  #matching(path: string[], pattern: RegExp, what: string): string {
    const value = this.#at(path)
    if (typeof value === 'string' && pattern.test(value)) return value
    throw invalidField(path, what)
  }

  #at(path: string[]): unknown {
    return path.reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], this.#root)
  }
}

function invalidField(path: string[], what: string): Problem {
  return new Problem(2, `The event’s ${path.join('.')} is not ${what}. Run the workflow on an event from GitHub.`)
}
