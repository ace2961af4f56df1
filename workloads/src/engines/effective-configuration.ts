import { join } from 'node:path'
import { type Engine, fileSystemOfMount, ownValue } from '@plimsoll/schema'
import { execa } from 'execa'
import type { Machine } from '../engine.ts'
import { isNotFound } from '../process-end.ts'
import { quoted } from '../quoted.ts'
import { readOrEmpty } from '../read-or-empty.ts'
import { normalizeArchitecture } from './architecture.ts'
import { readStatus } from './colima-status.ts'
import { readInstance } from './lima-instance.ts'
import type { VmSettings } from './running-vm.ts'

/** A virtual machine whose product, Lima or Colima, can describe it. */
export interface VirtualMachine {
  product: 'lima' | 'colima'
  /** the name of Lima's instance, or of Colima's profile */
  name: string
}

type EffectiveConfiguration = Engine['effective']

/** The configuration of a virtual machine, in the terms of the run document. */
export interface VmConfiguration {
  /** the version of the product; null if it is unknown */
  version: string | null
  requested: Engine['requested']
  effective: Pick<EffectiveConfiguration, 'vmType' | 'mountType' | 'accelerator'>
  /** why the product's own description is missing, and what the user can do; null if the description is present */
  problem: string | null
}

const SECONDS = 20

/**
 * The configuration of a virtual machine. One part is declared by its product, and another part is observed inside it.
 * The mount type is only declared here; a container that uses the share can observe the real mount type.
 */
export async function readVmConfiguration(
  vm: VirtualMachine,
  machine: Machine,
  { Architecture }: { Architecture?: string },
): Promise<VmConfiguration> {
  const [said, { stdout }] = await Promise.all([
    ask(vm),
    machine.run(['systemd-detect-virt'], AbortSignal.timeout(SECONDS * 1000)),
  ])
  const inside = stdout.trim()
  const { vmType = null, mountType = null } = said.effective ?? {}
  const seen = vmType !== null && ownValue(HYPERVISORS, vmType)?.includes(inside)
  const accelerator = await acceleratorOf(inside, Architecture)
  const effective: VmConfiguration['effective'] = {
    vmType: { value: vmType, confidence: vmType === null ? 'unknown' : seen ? 'observed' : 'declared' },
    mountType:
      mountType === null
        ? { value: null, confidence: 'unknown' }
        : { value: fileSystemOfMount(mountType), confidence: 'declared' },
    ...(accelerator && { accelerator }),
  }
  return { version: said.version, requested: said.requested ?? {}, effective, problem: said.problem ?? null }
}

/** The possible outputs of `systemd-detect-virt` inside a virtual machine, by its VM type. */
const HYPERVISORS: Record<string, string[]> = { vz: ['apple'], qemu: ['qemu', 'kvm'] }

/** A description of a virtual machine by its product, Lima or Colima. */
interface Description {
  version: string | null
  requested?: Engine['requested']
  effective?: VmSettings
  problem?: string
}

async function ask({ product, name }: VirtualMachine): Promise<Description> {
  const { program, args, describe, versionArgument, since } = COMMANDS[product]
  const command = [...args, name]
  const options = { reject: false, stdin: 'ignore', timeout: SECONDS * 1000 } as const
  const result = await execa(program, command, options)
  const { stdout, stderr } = result
  const version = isNotFound(result) ? null : await versionOf(program, versionArgument)
  const running = describe(String(stdout ?? ''), name)
  if (running) return { version, ...running }
  const [happened, remedy] = isNotFound(result)
    ? [`the command \`${program}\` was not found`, 'Put it on the PATH']
    : [
        `\`${[program, ...command].join(' ')}\` printed nothing that Plimsoll can read${stderr ? ` (${quoted(stderr)})` : ''}`,
        `Run it yourself, or update ${program} to ${since} or later`,
      ]
  return { version, problem: `${product} ${name}: ${happened}, so its VM type and mount type are unknown. ${remedy}.` }
}

/** For each product, the command that describes a virtual machine, and the first version that prints JSON. */
const COMMANDS = {
  lima: {
    program: 'limactl',
    args: ['list', '--json'],
    versionArgument: '--version',
    since: '1.0',
    describe: describeLima,
  },
  // Colima stores only the effective settings, not the requested ones.
  colima: {
    program: 'colima',
    args: ['status', '--json'],
    versionArgument: 'version',
    since: '0.8',
    describe: readStatus,
  },
}

function describeLima(stdout: string, name: string) {
  const instance = readInstance(stdout, name)
  if (instance === null) return null
  const { version, directory, effective } = instance
  return { effective, requested: requestedIn(directory), ...(version && { version }) }
}

/** The version that limactl or colima prints. Each program prints its name and `version 1.2.3` first. */
async function versionOf(program: string, argument: string): Promise<string | null> {
  const { stdout } = await execa(program, [argument], { reject: false, stdin: 'ignore', timeout: SECONDS * 1000 })
  return /\bversion v?(\d\S*)/.exec(String(stdout))?.[1] ?? null
}

/**
 * The requested settings of a Lima instance, from the instance's own file. In that file, settings that were not
 * requested are absent or null.
 */
export function requestedIn(directory: string): Engine['requested'] {
  const text = readOrEmpty(join(directory, 'lima.yaml'))
  const setting = (name: string) => {
    const value = new RegExp(`^${name}: *["']?([\\w.-]+)`, 'm').exec(text)?.[1]
    return value === 'null' ? undefined : value
  }
  const [vmType, mountType, cpus] = [setting('vmType'), setting('mountType'), Number(setting('cpus'))]
  const memory = bytesOf(setting('memory') ?? '')
  return {
    ...(vmType && { vmType }),
    ...(mountType && { mountType }),
    ...(cpus > 0 && { cpus }),
    ...(memory > 0 && { memory }),
  }
}

/**
 * Parses an amount of memory as Lima does: `4GiB`, `512m` or a number of bytes, like `RAMInBytes` of docker/go-units.
 * NaN for any other text.
 */
function bytesOf(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(?:([kmgtp])i?)?b?$/i.exec(text) ?? []
  return Math.floor(Number(amount) * 1024 ** ' kmgtp'.indexOf(unit.toLowerCase() || ' '))
}

/**
 * The accelerator that QEMU uses. In the virtual machine `systemd-detect-virt` prints `kvm` if QEMU uses KVM, and
 * `qemu` if not. On Linux, `qemu` means emulation. On a Mac, `qemu` means emulation or the Mac's hypervisor. The Mac's
 * hypervisor runs only CPUs of the Mac's own architecture, and only if the kernel reports support.
 */
async function acceleratorOf(
  inside: string,
  architecture: string | undefined,
): Promise<EffectiveConfiguration['accelerator']> {
  if (inside === 'kvm') return { value: 'kvm', confidence: 'observed' }
  if (inside !== 'qemu') return undefined
  if (process.platform !== 'darwin') return { value: 'tcg', confidence: 'observed' }
  const { stdout } = await execa('sysctl', ['-n', 'kern.hv_support'], { reject: false, stdin: 'ignore' })
  const own = process.arch === normalizeArchitecture(architecture)
  return { value: own && String(stdout).trim() === '1' ? 'hvf' : 'tcg', confidence: 'inferred' }
}
