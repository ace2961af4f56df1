import { Problem } from '@plimsoll/workloads'

/** Reads required fields of JSON in GitHub's format; throws Problem (2) for anything else. */
export class EventFields {
  readonly #root: unknown

  constructor(root: unknown) {
    this.#root = root
  }

  isNull(...path: string[]): boolean {
    return this.#at(path) === null
  }

  /** Whether the field exists. */
  holds(...path: string[]): boolean {
    return this.#at(path) != null
  }

  /** Whether both fields hold the same number. */
  areSame(path: string[], other: string[]): boolean {
    return typeof this.#at(path) === 'number' && this.#at(path) === this.#at(other)
  }

  /** 1 to 1,000 characters in one line, as git's names are; no lone surrogate, which an address cannot contain. */
  text(...path: string[]): string {
    return this.#matching(path, /^[^\p{Cc}\p{Cs}]{1,1000}$/u, 'a line of text')
  }

  /** A commit's SHA-1 or SHA-256. */
  sha(...path: string[]): string {
    return this.#matching(path, /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit')
  }

  /** owner/name, with the characters GitHub allows; as part of an address it cannot change the path. */
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
