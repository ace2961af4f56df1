/** Something that goes wrong with a request. */
export interface Fault {
  operation: string
  /** Answered in place of what GitHub would say. */
  status?: number
  message?: string
  headers?: Record<string, string>
  /** The connection breaks in the middle of the answer. */
  cut?: boolean
  /** The answer never comes. */
  silent?: boolean
  /** GitHub does what it was asked to before it goes wrong. */
  afterwards?: boolean
  /** How many requests it hits; 1 without it. */
  times?: number
}

/** The faults that are still to come, and the requests that wait for each other. */
export class Faults {
  readonly #faults: Fault[] = []
  readonly #gatherings = new Map<string, { missing: number; everybodyIsHere: PromiseWithResolvers<void> }>()

  add(fault: Fault): void {
    this.#faults.push(...Array.from({ length: fault.times ?? 1 }, () => fault))
  }

  gather(operation: string, requests: number): void {
    this.#gatherings.set(operation, { missing: requests, everybodyIsHere: Promise.withResolvers() })
  }

  /** What is to go wrong with the request that has just come, if anything; kept back while others are waited for. */
  async next(operation: string): Promise<Fault | undefined> {
    const gathering = this.#gatherings.get(operation)
    if (gathering) {
      gathering.missing -= 1
      if (gathering.missing === 0) {
        this.#gatherings.delete(operation)
        gathering.everybodyIsHere.resolve()
      }
      await gathering.everybodyIsHere.promise
    }
    const index = this.#faults.findIndex((fault) => fault.operation === operation)
    return index < 0 ? undefined : this.#faults.splice(index, 1)[0]
  }
}
