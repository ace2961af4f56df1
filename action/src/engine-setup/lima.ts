import type { EngineRequest, VmType } from './request.ts'
import { type Arguments, findObject, gibibytes, type RunningVm, type VmProduct } from './vm-commands.ts'

/** Part of a line of `limactl list --json`: `limatype.Instance` of Lima 2.2. */
interface Instance {
  name?: string
  status?: string
  dir?: string
  vmType?: string
  cpus?: number
  memory?: number
  /** the Lima version that created the instance, such as `v2.2.0`; empty if the instance is older than this field */
  limaVersion?: string
  config?: { mountType?: string }
}

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

/** Read the output of `limactl list --json` for an instance. Null if the instance does not run. */
export function readInstance(
  stdout: string,
  instance: string,
): (RunningVm & { directory: string; version: string | null }) | null {
  const runs = ({ name, status, dir }: Instance) => name === instance && status === 'Running' && !!dir
  const found = findObject<Instance>(stdout, runs)
  if (!found?.dir) return null
  const { vmType, config, cpus, memory, dir, limaVersion } = found
  return {
    effective: {
      vmType: vmType ?? null,
      mountType: config?.mountType ?? null,
      cpus: cpus ?? null,
      memory: memory ?? null,
    },
    socket: `unix://${dir}/sock/docker.sock`,
    directory: dir,
    version: limaVersion?.replace(/^v/, '') || null,
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
