import type { EngineRequest, VmType } from './request.ts'
import { type Arguments, findObject, gibibytes, type RunningVm, type VmProduct } from './vm-commands.ts'

/** Part of the output of `colima status --json`: `statusInfo` of Colima 0.10. */
interface Status {
  driver?: string
  mount_type?: string
  docker_socket?: string
  cpu?: number
  memory?: number
}

/**
 * The commands of Colima. If requested settings are incompatible, such as vz with 9p, Colima changes them and starts.
 * @param profile the name of the Colima profile
 */
export function colima(profile: string): VmProduct {
  return {
    name: 'Colima',
    context: `colima-${profile}`,
    makesContext: true,
    start: (request, vmType) => start(profile, request, vmType),
    inspect: ['colima', 'status', '--json', profile],
    read: readStatus,
    mounts: ['colima', 'ssh', '--profile', profile, '--', 'cat', '/proc/mounts'],
    remove: ['colima', 'delete', '--force', '--data', profile],
  }
}

/** Read the output of `colima status --json` for a profile. Null if the profile does not run Docker. */
export function readStatus(stdout: string): RunningVm | null {
  const found = findObject<Status>(stdout, ({ docker_socket }) => !!docker_socket)
  if (!found?.docker_socket) return null
  const { driver, mount_type, cpu, memory, docker_socket } = found
  return {
    effective: {
      vmType: vmTypeOf(driver),
      mountType: mount_type === 'sshfs' ? 'reverse-sshfs' : (mount_type ?? null),
      cpus: cpu ?? null,
      memory: memory ?? null,
    },
    socket: docker_socket,
  }
}

function start(profile: string, { mountType, cpus, memory, directory }: EngineRequest, vmType: VmType): Arguments {
  return [
    ...(['colima', 'start', profile, `--vm-type=${vmType}`] as const),
    ...(mountType === null ? [] : [`--mount-type=${mountType === 'reverse-sshfs' ? 'sshfs' : mountType}`]),
    ...['--runtime=docker', `--cpus=${cpus}`, `--memory=${gibibytes(memory)}`, `--mount=${directory}:w`],
    // These flags keep Colima from reading or changing the user's own settings.
    ...['--template=false', '--save-config=false', '--activate=false', '--ssh-config=false'],
  ]
}

/** The VM type, from the driver that Colima reports. The driver is a text for people. */
function vmTypeOf(driver: string | undefined): string | null {
  if (driver === 'QEMU') return 'qemu'
  return driver?.includes('Virtualization.Framework') ? 'vz' : (driver?.toLowerCase() ?? null)
}
