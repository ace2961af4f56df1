import { readInstance } from '@plimsoll/workloads'
import type { EngineRequest, VmType } from './request.ts'
import { type Arguments, gibibytes, type VmProduct } from './virtual-machine.ts'

/**
 * The commands of Lima, with Docker in its virtual machine. The VM type is fixed when a Lima instance is created.
 * @param instance the name of the Lima instance
 */
export function lima(instance: string): VmProduct {
  return {
    name: 'Lima',
    context: `lima-${instance}`,
    makesContext: false,
    start: (request, vmType) => start(instance, request, vmType),
    inspect: ['limactl', 'list', '--json', instance],
    read: (stdout) => readInstance(stdout, instance),
    mounts: ['limactl', 'shell', '--workdir=/', instance, 'cat', '/proc/mounts'],
    remove: ['limactl', 'delete', '--force', instance],
  }
}

function start(
  instance: string,
  { mountType, cpus, memory, directory, attemptSeconds }: EngineRequest,
  vmType: VmType,
): Arguments {
  return [
    ...(['limactl', 'start', `--name=${instance}`, '--tty=false', `--vm-type=${vmType}`] as const),
    ...(mountType === null ? [] : [`--mount-type=${mountType}`]),
    ...[`--cpus=${cpus}`, `--memory=${gibibytes(memory)}`, `--mount-only=${directory}:w`],
    ...[`--timeout=${attemptSeconds}s`, 'template:docker-rootful'],
  ]
}
