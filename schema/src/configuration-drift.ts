import { formatAmount } from './format.ts'
import { isSameMemory } from './memory.ts'
import type { Engine } from './run.v1.generated.ts'

type Setting = 'vmType' | 'mountType' | 'cpus' | 'memory'

/** The requested and effective settings of an engine, whatever their confidence. */
export interface RequestedAndEffective {
  product: string
  requested: Pick<Engine['requested'], Setting>
  effective: { [S in Setting]: { value: Engine['effective'][S]['value'] } }
}

/**
 * Returns one sentence per setting whose effective value differs from the requested one. Some products silently change
 * settings that do not go together, such as vz with 9p. Unknown effective values are skipped.
 */
export function configurationDrift({ product, requested, effective }: RequestedAndEffective): string[] {
  return (Object.keys(WORDS) as Setting[]).flatMap((setting) => {
    const [requestedValue, effectiveValue] = [requested[setting], effective[setting].value]
    if (requestedValue === undefined || effectiveValue === null || isSame(setting, requestedValue, effectiveValue))
      return []
    return [
      `${product} has ${WORDS[setting](shown(setting, effectiveValue))} instead of the requested ${shown(setting, requestedValue)}.`,
    ]
  })
}

/**
 * The kernel's name of the file system behind a mount type. For sshfs, products use names that differ from the
 * kernel's.
 */
export function fileSystemOfMount(mountType: string): string {
  return mountType === 'reverse-sshfs' || mountType === 'sshfs' ? 'fuse.sshfs' : mountType
}

const WORDS: Record<Setting, (requestedValue: string) => string> = {
  vmType: (type) => `the VM type ${type}`,
  mountType: (type) => `the mount type ${type}`,
  cpus: (count) => `${count} CPUs`,
  memory: (amount) => `${amount} of memory`,
}

function isSame(setting: Setting, requestedValue: string | number, effectiveValue: string | number): boolean {
  if (setting === 'memory') return isSameMemory(Number(requestedValue), Number(effectiveValue))
  return setting === 'mountType'
    ? fileSystemOfMount(`${requestedValue}`) === fileSystemOfMount(`${effectiveValue}`)
    : requestedValue === effectiveValue
}

function shown(setting: Setting, value: string | number): string {
  return setting === 'memory' ? formatAmount(Number(value), 'bytes') : `${value}`
}
