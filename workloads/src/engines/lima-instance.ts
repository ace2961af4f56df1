import { execa } from 'execa'
import { findObject, readObjects } from './json-output.ts'
import type { RunningVm } from './running-vm.ts'

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

/** The running instances, with the address that the socket of Docker has in each, if Docker is there. */
export async function runningInstances(): Promise<{ name: string; socket: string }[]> {
  const options = { reject: false, stdin: 'ignore', timeout: 20_000 } as const
  const { stdout } = await execa('limactl', ['list', '--json'], options)
  return readObjects<Instance>(stdout ?? '').flatMap(({ name }) => {
    const socket = name && readInstance(stdout ?? '', name)?.socket
    return socket ? [{ name, socket }] : []
  })
}

/** Reads the output of `limactl list --json` for an instance. Null if the instance does not run. */
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
