import { configurationDrift, type RequestedAndEffective } from '@plimsoll/schema'
import type { VmSettings } from './request.ts'
import type { StartFailure } from './start-vm.ts'

/** Sentences on differences from the request: failed attempts, and settings that the product changed itself. */
export function configurationWarnings(
  product: string,
  failures: StartFailure[],
  requested: VmSettings,
  found: VmSettings,
): string[] {
  const { vmType, mountType, cpus, memory } = found
  const effective = {
    ...{ vmType: { value: vmType }, mountType: { value: mountType } },
    ...{ cpus: { value: cpus }, memory: { value: memory } },
  }
  return [
    ...failures.map(
      (failure) => `${product} did not start with ${describeFailure(failure)}; ${requested.vmType} was tried next.`,
    ),
    ...configurationDrift({ product, requested: requestOf(requested), effective }),
  ]
}

/** The requested settings for the run document, without those that were not set. */
export function requestOf(requested: VmSettings): RequestedAndEffective['requested'] {
  return Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== null))
}

/** A failed attempt, as part of a sentence. */
export function describeFailure({ vmType, failure }: StartFailure): string {
  return `${vmType} (${failure})`
}
