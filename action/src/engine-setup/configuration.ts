import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, fileSystemOfMount } from '@plimsoll/schema'
import type { Machine } from '@plimsoll/workloads'
import { execa } from 'execa'
import { architectureOf } from '../engines/architecture.ts'
import { readStatus } from './colima.ts'
import { readInstance } from './lima.ts'

/** A virtual machine of a product that tells of it. */
export interface VirtualMachine {
  product: 'lima' | 'colima'
  /** of Lima's instance, or of Colima's profile */
  name: string
}

type Effective = Engine['effective']

/** Of a virtual machine, as the run document has it. */
export interface VmConfiguration {
  /** the product's; null where it does not say */
  version: string | null
  requested: Engine['requested']
  effective: Pick<Effective, 'vmType' | 'mountType' | 'accelerator'>
}

const SECONDS = 20

/**
 * What a virtual machine is, from what its product says of it (declared) and from what can be seen inside (observed). The
 * mount type is what the product says; a container that has the share sees what it is.
 */
export async function configurationOf(
  vm: VirtualMachine,
  machine: Machine,
  { Architecture }: { Architecture?: string },
): Promise<VmConfiguration> {
  const [said, { stdout }] = await Promise.all([
    ask(vm),
    machine.run(['systemd-detect-virt'], AbortSignal.timeout(SECONDS * 1000)),
  ])
  const inside = stdout.trim()
  const { vmType = null, mountType = null } = said?.effective ?? {}
  const seen = vmType !== null && HYPERVISORS[vmType]?.includes(inside)
  const accelerator = await acceleratorOf(inside, Architecture)
  const effective: VmConfiguration['effective'] = {
    vmType: { value: vmType, confidence: vmType === null ? 'unknown' : seen ? 'observed' : 'declared' },
    mountType:
      mountType === null
        ? { value: null, confidence: 'unknown' }
        : { value: fileSystemOfMount(mountType), confidence: 'declared' },
    ...(accelerator && { accelerator }),
  }
  return { version: said?.version ?? null, requested: said?.requested ?? {}, effective }
}

/** What `systemd-detect-virt` says inside of each VM type. */
const HYPERVISORS: Record<string, string[]> = { vz: ['apple'], qemu: ['qemu', 'kvm'] }

/** The product's own word; null where it has none. */
async function ask({ product, name }: VirtualMachine) {
  const args = product === 'lima' ? ['list', '--json', name] : ['status', '--json', name]
  const program = product === 'lima' ? 'limactl' : 'colima'
  const { failed, stdout } = await execa(program, args, { reject: false, stdin: 'ignore', timeout: SECONDS * 1000 })
  if (failed) return null
  // Colima keeps only what it has made of what it was asked for.
  if (product === 'colima')
    return { requested: {}, ...readStatus(stdout), version: await versionOf(program, 'version') }
  const instance = readInstance(stdout, name)
  if (instance === null) return null
  const version = instance.version ?? (await versionOf(program, '--version'))
  return { requested: requestedIn(instance.directory), ...instance, version }
}

/** Both programs begin with their name and `version 1.2.3`. */
async function versionOf(program: string, argument: string): Promise<string | null> {
  const { stdout } = await execa(program, [argument], { reject: false, stdin: 'ignore', timeout: SECONDS * 1000 })
  return /\bversion v?(\d\S*)/.exec(String(stdout))?.[1] ?? null
}

/** What an instance of Lima was asked to be: the settings of its own file, in which others are absent or null. */
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

/** As Lima reads an amount, `4GiB`, `512m` or a number of bytes: `RAMInBytes` of docker/go-units. NaN for anything else. */
function bytesOf(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(?:([kmgtp])i?)?b?$/i.exec(text) ?? []
  return Math.floor(Number(amount) * 1024 ** ' kmgtp'.indexOf(unit.toLowerCase() || ' '))
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * QEMU with KVM says `kvm` inside, and QEMU alone `qemu`: on Linux that is emulation. A Mac's hypervisor shows itself
 * no more than emulation does, but it runs only CPUs of the Mac's own kind, and only where the kernel says that it can.
 */
async function acceleratorOf(inside: string, architecture: string | undefined): Promise<Effective['accelerator']> {
  if (inside === 'kvm') return { value: 'kvm', confidence: 'observed' }
  if (inside !== 'qemu') return undefined
  if (process.platform !== 'darwin') return { value: 'tcg', confidence: 'observed' }
  const { stdout } = await execa('sysctl', ['-n', 'kern.hv_support'], { reject: false, stdin: 'ignore' })
  const own = process.arch === architectureOf(architecture)
  return { value: own && String(stdout).trim() === '1' ? 'hvf' : 'tcg', confidence: 'inferred' }
}
