import type { Engine, RunDocument } from '@plimsoll/schema'

/**
 * The class of a machine in words: everything about a host that times depend on and that stays the same from day to
 * day. Runs are laid side by side over time only where it is the same to the letter. null where the processor is not
 * known: such a machine is compared with no other. Versions of system and kernel are left out: they are what changes.
 */
export function machineClass({ host }: Pick<RunDocument, 'host'>): string | null {
  const { cpu, memory, os, architecture, runner, virtualization, target, power } = host
  if (cpu.model === null || cpu.count === null) return null
  return [
    cpu.model,
    `${cpu.count} CPUs`,
    memory === null ? null : gibibytes(memory),
    os.family === 'macos' ? 'macOS' : 'Linux',
    architecture,
    runner.kind === 'local' ? null : (runner.label ?? runner.kind),
    virtualization.kind === 'none' ? null : virtualizationTitle(virtualization),
    target.filesystem,
    target.disk,
    power === 'mains' ? null : power === 'battery' ? 'on battery' : power,
  ]
    .filter((part) => part !== null && part !== 'unknown')
    .join(', ')
}

/**
 * How an engine was set up, in words: everything in effect that times depend on, but the versions of engine and kernel,
 * which are what changes. Empty where nothing is known.
 */
export function engineSetup({ effective }: Engine): string {
  const { vmType, mountType, cpus, memory, storageDriver, accelerator } = effective
  return [
    vmType.value === 'none' ? 'no VM' : vmType.value,
    mountType.value,
    cpus.value === null ? null : `${cpus.value} CPUs`,
    memory.value === null ? null : gibibytes(memory.value),
    storageDriver.value,
    accelerator?.value === 'tcg' ? 'emulated' : accelerator?.value,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whole ones: what a system holds back of its memory changes with its version. */
function gibibytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 2 ** 30))} GiB`
}

function virtualizationTitle({ kind, nested, accelerator }: RunDocument['host']['virtualization']): string | null {
  if (kind === 'unknown') return null
  return [nested ? 'nested' : null, kind === 'vm' ? 'in a VM' : 'in a container', accelerator].filter(Boolean).join(' ')
}
