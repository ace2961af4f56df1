import { configurationDrift, type RequestedAndEffective } from '@plimsoll/schema'
import type { VmSettings } from '@plimsoll/workloads'
import type { StartFailure } from './virtual-machine.ts'

/**
 * Sentences about differences from the requested virtual machine: failed attempts, and settings that the product
 * changed.
 */
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
    ...configurationDrift({ product, requested: requestedSettings(requested), effective }),
  ]
}

/** The requested settings of a virtual machine for the run document, without settings that were left unset. */
export function requestedSettings(requested: VmSettings): RequestedAndEffective['requested'] {
  return Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== null))
}

/** A failed attempt to start a virtual machine, as part of a sentence. */
export function describeFailure({ vmType, failure }: StartFailure): string {
  return `${vmType} (${failure})`
}
