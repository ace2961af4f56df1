import type { Engine, Host, RunDocument } from '@plimsoll/schema'

/**
 * Describes the class of a machine: every property of the host that affects times and does not change from day to day.
 * Histories compare runs only if this text is identical. Returns null if the model or the count of the CPUs is unknown;
 * a run on such a machine is compared with no other. Versions of operating system and kernel are omitted, because their changes are
 * what a history should show.
 */
export function machineClass({ host, storage = [] }: Pick<RunDocument, 'host' | 'storage'>): string | null {
  const { cpu, memory, os, architecture, runner, virtualization, target, power } = host
  if (missingCpuFact(cpu) !== null) return null
  return [
    cpu.model,
    `${cpu.count} CPUs`,
    memory === null ? null : gibibytes(memory),
    os.family === 'macos' ? 'macOS' : 'Linux',
    architecture,
    runner.kind === 'local' ? null : (runner.label ?? runner.kind),
    virtualization.kind === 'none' ? null : virtualizationTitle(virtualization),
    target.filesystem,
    isWithoutJournal(storage) ? 'no journal' : null,
    target.disk,
    power === 'mains' ? null : power === 'battery' ? 'on battery' : power,
  ]
    .filter((part) => part !== null && part !== 'unknown')
    .join(', ')
}

/** Whether the files of the host and of bind mounts are on ext4 without a journal, which has other times than with one. */
function isWithoutJournal(storage: NonNullable<RunDocument['storage']>): boolean {
  return storage.some(
    ({ location, filesystem, journal }) => location === 'target' && journal === false && /^ext/.test(filesystem ?? ''),
  )
}

/** Returns what is unknown of a machine's CPUs, so that the machine has no class; null if nothing is. */
export function missingCpuFact({ model, count }: Host['cpu']): 'CPU' | 'CPU model' | 'CPU count' | null {
  if (model === null && count === null) return 'CPU'
  if (model === null) return 'CPU model'
  return count === null ? 'CPU count' : null
}

/**
 * Describes the configuration of an engine: every effective setting that affects times. Versions of engine and kernel
 * are omitted, because their changes are what a history should show. The text is empty if nothing is known. It says that
 * the engine has no VM, because the host of such an engine may be one.
 */
export function engineSetup({ effective }: Engine): string {
  const { vmType, mountType, cpus, memory, storageDriver, accelerator, privileges } = effective
  return [
    vmType.value === 'none' ? 'engine without a VM' : vmType.value,
    mountType.value,
    cpus.value === null ? null : `${cpus.value} CPUs`,
    memory.value === null ? null : gibibytes(memory.value),
    storageDriver.value,
    accelerator?.value === 'tcg' ? 'emulated' : accelerator?.value,
    privileges?.value === 'rootless' ? 'rootless' : null,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Rounds a memory size to whole GiB, because the memory that a system reserves changes with its version. */
function gibibytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 2 ** 30))} GiB`
}

function virtualizationTitle({ kind, nested, accelerator }: RunDocument['host']['virtualization']): string | null {
  if (kind === 'unknown') return null
  return ['host', nested && 'nested', kind === 'vm' ? 'in a VM' : 'in a container', accelerator]
    .filter(Boolean)
    .join(' ')
}
