import { readStatus } from '@plimsoll/workloads'
import type { EngineRequest, VmType } from './request.ts'
import { type Arguments, gibibytes, type VmProduct } from './virtual-machine.ts'

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

function start(profile: string, { mountType, cpus, memory, directory }: EngineRequest, vmType: VmType): Arguments {
  return [
    ...(['colima', 'start', profile, `--vm-type=${vmType}`] as const),
    ...(mountType === null ? [] : [`--mount-type=${mountType === 'reverse-sshfs' ? 'sshfs' : mountType}`]),
    ...['--runtime=docker', `--cpus=${cpus}`, `--memory=${gibibytes(memory)}`, `--mount=${directory}:w`],
    // These flags keep Colima from reading or changing the user's own settings.
    ...['--template=false', '--save-config=false', '--activate=false', '--ssh-config=false'],
  ]
}
