import { configurationDrift, type RequestedAndEffective } from '@plimsoll/schema'
import type { Failure } from './attempt.ts'
import type { Configuration } from './request.ts'

/** Sentences on what is not as it was asked for: attempts that failed, and what the product has changed by itself. */
export function notesOn(product: string, failures: Failure[], asked: Configuration, got: Configuration): string[] {
  const { vmType, mountType, cpus, memory } = got
  const effective = {
    ...{ vmType: { value: vmType }, mountType: { value: mountType } },
    ...{ cpus: { value: cpus }, memory: { value: memory } },
  }
  return [
    ...failures.map((failure) => `${product} did not start with ${told(failure)}; ${asked.vmType} was tried next.`),
    ...configurationDrift({ product, requested: requestOf(asked), effective }),
  ]
}

/** What was asked for, as the run document has it: a setting that was not is absent. */
export function requestOf(asked: Configuration): RequestedAndEffective['requested'] {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))
}

/** A failed attempt, as a part of a sentence. */
export function told({ vmType, failure }: Failure): string {
  return `${vmType} (${failure})`
}
