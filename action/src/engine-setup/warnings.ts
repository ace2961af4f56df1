import { configurationDrift, type RequestedAndEffective } from '@plimsoll/schema'
import type { Failure } from './attempt.ts'
import type { Configuration } from './request.ts'

/** Sentences on differences from the request: failed attempts, and settings that the product changed itself. */
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

/** The requested settings for the run document, without those that were not set. */
export function requestOf(asked: Configuration): RequestedAndEffective['requested'] {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))
}

/** A failed attempt, as part of a sentence. */
export function told({ vmType, failure }: Failure): string {
  return `${vmType} (${failure})`
}
