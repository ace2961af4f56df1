/** A failure of a request to the fake GitHub. */
export interface Fault {
  operation: string
  /** The status that is returned instead of the status that GitHub would return. */
  status?: number
  message?: string
  headers?: Record<string, string>
  /** Whether the connection breaks in the middle of the response. */
  cut?: boolean
  /** Whether the response never arrives. */
  silent?: boolean
  /** Whether GitHub carries out the request before the request fails. */
  afterwards?: boolean
  /** The number of affected requests. The default is 1. */
  times?: number
}

/** The faults that will affect the next requests, and the requests that wait until others have arrived. */
export class Faults {
  readonly #faults: Fault[] = []
  readonly #gatherings = new Map<string, { missing: number; everybodyIsHere: PromiseWithResolvers<void> }>()

  add(fault: Fault): void {
    this.#faults.push(...Array.from({ length: fault.times ?? 1 }, () => fault))
  }

  gather(operation: string, requests: number): void {
    this.#gatherings.set(operation, { missing: requests, everybodyIsHere: Promise.withResolvers() })
  }

  /**
   * The fault of a new request, if any. If the requests of the operation are gathered, the result waits for the others.
   */
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
