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
  /** the version that created it, such as `v2.2.0`; empty for an instance older than this field */
  limaVersion?: string
  config?: { mountType?: string }
}

/**
 * Lima with Docker in it. The VM type is fixed when an instance is created.
 * @param instance its name
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

/** Read the output of `limactl list --json` for an instance; null where it does not run. */
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
