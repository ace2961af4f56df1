/** A failure of a request. */
export interface Fault {
  operation: string
  /** The status to return instead of GitHub's. */
  status?: number
  message?: string
  headers?: Record<string, string>
  /** The connection breaks in the middle of the response. */
  cut?: boolean
  /** The response never arrives. */
  silent?: boolean
  /** GitHub carries out the request before it fails. */
  afterwards?: boolean
  /** The number of affected requests; default 1. */
  times?: number
}

/** The pending faults, and the requests that wait for each other. */
export class Faults {
  readonly #faults: Fault[] = []
  readonly #gatherings = new Map<string, { missing: number; everybodyIsHere: PromiseWithResolvers<void> }>()

  add(fault: Fault): void {
    this.#faults.push(...Array.from({ length: fault.times ?? 1 }, () => fault))
  }

  gather(operation: string, requests: number): void {
    this.#gatherings.set(operation, { missing: requests, everybodyIsHere: Promise.withResolvers() })
  }

  /** The fault of a new request, if any; waits where requests are gathered. */
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
