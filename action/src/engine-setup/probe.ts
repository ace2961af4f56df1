import type { EngineRequest, VmType } from './request.ts'
import type { World } from './world.ts'

/** A machine on which virtual machines may be started. */
export interface Place {
  /** what `uname -s` and `uname -m` say, such as `Darwin arm64` */
  platform: string
  os: 'Darwin' | 'Linux'
  /** of those asked for, in their order */
  vmTypes: VmType[]
}

const SECONDS = 20

/** Look at what this machine can do, before anything is downloaded: the place, or a sentence on why it is none. */
export async function probe(
  { engine, vmTypes }: EngineRequest,
  world: World,
): Promise<Place | { unsupported: string }> {
  const os = await firstLine(['uname', '-s'], world)
  const machine = await firstLine(['uname', '-m'], world)
  const why = (await whyNot(os, machine, engine, world)) ?? null
  if (why !== null) return { unsupported: why }
  if (os !== 'Darwin' && os !== 'Linux') return { unsupported: `Virtual machines are set up on macOS and Linux only.` }
  const usable = vmTypes.filter((vmType) => vmType === 'qemu' || os === 'Darwin')
  const emulator = `qemu-system-${machine === 'arm64' ? 'aarch64' : machine}`
  const hasQemu = usable.includes('qemu') && (await firstLine([emulator, '--version'], world)) !== null
  const found = usable.filter((vmType) => vmType !== 'qemu' || hasQemu)
  if (found.length > 0) return { platform: `${os} ${machine}`, os, vmTypes: found }
  return {
    unsupported: usable.includes('qemu')
      ? `There is no ${emulator} here: install QEMU in a step before (on Ubuntu: qemu-system-x86, and for virtiofs virtiofsd).`
      : 'The VM type vz exists on macOS only: ask for qemu.',
  }
}

async function whyNot(
  os: string | null,
  machine: string | null,
  engine: EngineRequest['engine'],
  world: World,
): Promise<string | undefined> {
  if (world.isRoot()) return 'Lima refuses to run as root: let the job run as another user.'
  if (os === 'Darwin') {
    if ((await firstLine(['sysctl', '-n', 'kern.hv_support'], world)) === '1') return
    // GitHub's arm64 runners are virtual machines, and macOS as a guest has no nested virtualization.
    return machine === 'arm64'
      ? 'This arm64 Mac cannot start virtual machines: the hosted ones are virtual machines themselves. Use macos-15-intel or macos-26-intel, or a Mac of your own.'
      : 'This Mac cannot start virtual machines: kern.hv_support is not 1.'
  }
  if (engine === 'colima') return 'Colima is set up on macOS only: ask for lima.'
  if (!world.canUse('/dev/kvm'))
    return 'There is no /dev/kvm that this user may use: where the runner has one, let a step before do `sudo chmod 0666 /dev/kvm`.'
}

async function firstLine(argv: [string, ...string[]], world: World): Promise<string | null> {
  const { exitCode, stdout } = await world.run(argv, SECONDS)
  return exitCode === 0 ? (stdout.split('\n')[0] ?? '').trim() : null
}
