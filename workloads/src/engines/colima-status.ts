import { findObject } from './json-output.ts'
import type { RunningVm } from './running-vm.ts'

/** Part of the output of `colima status --json`: `statusInfo` of Colima 0.10. */
interface Status {
  driver?: string
  mount_type?: string
  docker_socket?: string
  cpu?: number
  memory?: number
}

/** Reads the output of `colima status --json` for a profile. Null if the profile does not run Docker. */
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

/** The VM type, from the driver that Colima reports. The driver is a text for people. */
function vmTypeOf(driver: string | undefined): string | null {
  if (driver === 'QEMU') return 'qemu'
  return driver?.includes('Virtualization.Framework') ? 'vz' : (driver?.toLowerCase() ?? null)
}
