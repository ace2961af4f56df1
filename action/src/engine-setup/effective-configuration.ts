import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, fileSystemOfMount } from '@plimsoll/schema'
import type { Machine } from '@plimsoll/workloads'
import { execa } from 'execa'
import { architectureOf } from '../engines/architecture.ts'
import { quoted } from '../github/github-problem.ts'
import { readStatus } from './colima.ts'
import { readInstance } from './lima.ts'
import type { VmSettings } from './request.ts'

/** A virtual machine of a product that can describe it. */
export interface VirtualMachine {
  product: 'lima' | 'colima'
  /** of Lima's instance, or of Colima's profile */
  name: string
}

type Effective = Engine['effective']

/** The configuration of a virtual machine, in the terms of the run document. */
export interface VmConfiguration {
  /** the product's version; null where it is unknown */
  version: string | null
  requested: Engine['requested']
  effective: Pick<Effective, 'vmType' | 'mountType' | 'accelerator'>
  /** why the product's own description is missing, and what to do; null where it is present */
  problem: string | null
}

const SECONDS = 20

/**
 * The configuration of a virtual machine: from its product's description (declared) and from what can be seen inside
 * (observed). The mount type is the product's claim; a container that uses the share can observe the real one.
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
  const { vmType = null, mountType = null } = said.effective ?? {}
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
  return { version: said.version, requested: said.requested ?? {}, effective, problem: said.problem ?? null }
}

/** The output of `systemd-detect-virt` inside each VM type. */
const HYPERVISORS: Record<string, string[]> = { vz: ['apple'], qemu: ['qemu', 'kvm'] }

/** A product's description of a virtual machine. */
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
  const { code, stdout, stderr } = await execa(program, command, options)
  const version = code === 'ENOENT' ? null : await versionOf(program, versionArgument)
  const running = describe(String(stdout ?? ''), name)
  if (running) return { version, ...running }
  const [happened, remedy] =
    code === 'ENOENT'
      ? [`the command \`${program}\` was not found`, 'Put it on the PATH']
      : [
          `\`${[program, ...command].join(' ')}\` printed nothing that Plimsoll can read${stderr ? ` (${quoted(stderr)})` : ''}`,
          `Run it yourself, or update ${program} to ${since} or later`,
        ]
  return { version, problem: `${product} ${name}: ${happened}, so its VM type and mount type are unknown. ${remedy}.` }
}

/** How each product's command describes a virtual machine, and the first version that supports this as JSON. */
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

/** The version that a program prints; both programs print their name and `version 1.2.3` first. */
async function versionOf(program: string, argument: string): Promise<string | null> {
  const { stdout } = await execa(program, [argument], { reject: false, stdin: 'ignore', timeout: SECONDS * 1000 })
  return /\bversion v?(\d\S*)/.exec(String(stdout))?.[1] ?? null
}

/**
 * The requested settings of a Lima instance, from its own file; settings that were not requested are absent or null
 * there.
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
 * Parse an amount as Lima does, `4GiB`, `512m` or a number of bytes: `RAMInBytes` of docker/go-units. NaN for anything
 * else.
 */
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
 * The accelerator of QEMU. `systemd-detect-virt` in the virtual machine prints `kvm` with KVM, and `qemu` without. On
 * Linux, `qemu` means emulation. On a Mac, `qemu` means emulation or the Mac's hypervisor. That hypervisor runs only
 * CPUs of the Mac's own architecture, and only where the kernel reports support.
 */
async function acceleratorOf(inside: string, architecture: string | undefined): Promise<Effective['accelerator']> {
  if (inside === 'kvm') return { value: 'kvm', confidence: 'observed' }
  if (inside !== 'qemu') return undefined
  if (process.platform !== 'darwin') return { value: 'tcg', confidence: 'observed' }
  const { stdout } = await execa('sysctl', ['-n', 'kern.hv_support'], { reject: false, stdin: 'ignore' })
  const own = process.arch === architectureOf(architecture)
  return { value: own && String(stdout).trim() === '1' ? 'hvf' : 'tcg', confidence: 'inferred' }
}
