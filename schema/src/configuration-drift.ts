import { formatAmount } from './format.ts'
import { isSameMemory } from './memory.ts'
import type { Engine } from './run.v1.generated.ts'

type Setting = 'vmType' | 'mountType' | 'cpus' | 'memory'

/** What is compared of an engine: the values in effect, however they are known. */
export interface RequestedAndEffective {
  product: string
  requested: Pick<Engine['requested'], Setting>
  effective: { [S in Setting]: { value: Engine['effective'][S]['value'] } }
}

/**
 * Sentences on the settings in which an engine is not as it was asked to be. Some products change by themselves what
 * does not go together, such as vz with 9p, and say nothing. Of a setting that is not known nothing is said.
 */
export function configurationDrift({ product, requested, effective }: RequestedAndEffective): string[] {
  return (Object.keys(WORDS) as Setting[]).flatMap((setting) => {
    const [asked, got] = [requested[setting], effective[setting].value]
    if (asked === undefined || got === null || isSame(setting, asked, got)) return []
    return [`${product} was asked for ${WORDS[setting](shown(setting, asked))} and has ${shown(setting, got)}.`]
  })
}

/** By what a directory is shared, as the kernel calls it: products have other words for sshfs. */
export function fileSystemOfMount(mountType: string): string {
  return mountType === 'reverse-sshfs' || mountType === 'sshfs' ? 'fuse.sshfs' : mountType
}

const WORDS: Record<Setting, (asked: string) => string> = {
  vmType: (type) => `the VM type ${type}`,
  mountType: (type) => `the mount type ${type}`,
  cpus: (count) => `${count} CPUs`,
  memory: (amount) => `${amount} of memory`,
}

function isSame(setting: Setting, asked: string | number, got: string | number): boolean {
  if (setting === 'memory') return isSameMemory(Number(asked), Number(got))
  return setting === 'mountType' ? fileSystemOfMount(`${asked}`) === fileSystemOfMount(`${got}`) : asked === got
}

function shown(setting: Setting, value: string | number): string {
  return setting === 'memory' ? formatAmount(Number(value), 'bytes') : `${value}`
}
