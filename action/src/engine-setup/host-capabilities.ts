import type { EngineRequest, VmType } from './request.ts'
import type { System, Variables } from './system.ts'

/** What a host that can start virtual machines supports. */
export interface HostCapabilities {
  /** the output of `uname -s` and `uname -m`, such as `Darwin arm64` */
  platform: string
  /** the requested VM types that this host supports, in the requested order */
  vmTypes: VmType[]
  /** why the VM type qemu cannot be used; null if it can */
  noQemu: string | null
  /** the path of the installed limactl; null on macOS, where Lima is downloaded */
  limactl: string | null
  /** whether QEMU's tcg emulates the CPU of a virtual machine on this host */
  emulated: boolean
  /** environment variables that make Lima emulate */
  environment: Variables
}

const SECONDS = 20

/**
 * On Linux, Lima uses KVM if the file /dev/kvm exists, even if that file is unusable. These variables override Lima's
 * arguments for QEMU (pkg/driver/qemu of Lima 2.2). Their values are the arguments that Lima uses if /dev/kvm does not
 * exist.
 */
const EMULATING: Variables = {
  QEMU_SYSTEM_X86_64: 'qemu-system-x86_64 -machine q35,vmport=off -accel tcg,thread=multi -cpu max',
  QEMU_SYSTEM_AARCH64: 'qemu-system-aarch64 -machine virt -accel tcg,thread=multi -cpu max',
}

/**
 * Checks what this host supports, before anything is downloaded.
 * @returns the host's capabilities, or a sentence on why the host cannot start the requested virtual machine
 */
export async function hostCapabilities(request: EngineRequest, system: System): Promise<HostCapabilities | string> {
  if (system.isRoot()) return 'Lima refuses to run as root. Run the job as another user.'
  const os = await firstLine(['uname', '-s'], system)
  const machine = await firstLine(['uname', '-m'], system)
  if (os !== 'Darwin' && os !== 'Linux')
    return 'Plimsoll sets up virtual machines on macOS and Linux only. Use a macOS or Linux runner.'
  if (os === 'Linux' && request.engine === 'colima')
    return 'Plimsoll sets up Colima on macOS only. Use start-engine: lima.'
  const slow = os === 'Darwin' ? await whyNotMac(machine, system) : whyNotLinux(system)
  // The VM type vz has no emulation, and Colima starts no emulated machine. So only Lima with qemu can emulate.
  const emulated = slow !== null && request.emulate && request.engine === 'lima' && request.vmTypes.includes('qemu')
  if (slow !== null && !emulated) return slow
  const found = request.vmTypes.filter((vmType) => vmType === 'qemu' || (os === 'Darwin' && !emulated))
  if (found.length === 0) return 'The VM type vz exists on macOS only. Use vm-type: qemu.'
  const noQemu = found.includes('qemu') ? await whyNoQemu(machine, system) : null
  if (noQemu !== null && found.every((vmType) => vmType === 'qemu'))
    return `QEMU is needed, but ${noQemu}. Install it in an earlier step (on Ubuntu qemu-system-x86, and virtiofsd for virtiofs; on macOS qemu).`
  const limactl = os === 'Linux' ? await firstLine(['sh', '-c', 'command -v limactl'], system) : null
  if (os === 'Linux' && limactl === null) return NO_LIMA
  const environment = emulated && os === 'Linux' ? EMULATING : {}
  return { platform: `${os} ${machine}`, vmTypes: found, noQemu, limactl, emulated, environment }
}

async function whyNoQemu(machine: string | null, system: System): Promise<string | null> {
  const program = `qemu-system-${machine === 'arm64' ? 'aarch64' : machine}`
  return (await firstLine([program, '--version'], system)) === null ? `the program ${program} was not found` : null
}

/**
 * On Linux another action installs Lima and QEMU, and gives the user KVM: lima-vm/lima-actions/setup by Lima's authors.
 * That action supports neither macOS, nor Colima, nor a host without KVM.
 */
const NO_LIMA =
  'Lima is needed, but the program limactl was not found. Install Lima in an earlier step, such as lima-vm/lima-actions/setup.'

async function whyNotMac(machine: string | null, system: System): Promise<string | null> {
  if ((await firstLine(['sysctl', '-n', 'kern.hv_support'], system)) === '1') return null
  // GitHub's arm64 runners are virtual machines, and a macOS guest has no nested virtualization.
  return machine === 'arm64'
    ? 'This arm64 Mac cannot start virtual machines; no GitHub-hosted arm64 Mac can. Use macos-15-intel or macos-26-intel, or your own Mac.'
    : 'This Mac cannot start virtual machines: `sysctl kern.hv_support` is not 1.'
}

function whyNotLinux(system: System): string | null {
  if (system.canUse('/dev/kvm')) return null
  return 'This user cannot use /dev/kvm. If the runner has that device, run `sudo chmod 0666 /dev/kvm` in an earlier step.'
}

async function firstLine(argv: [string, ...string[]], system: System): Promise<string | null> {
  const { exitCode, stdout } = await system.run(argv, SECONDS)
  return exitCode === 0 ? (stdout.split('\n')[0] ?? '').trim() : null
}
