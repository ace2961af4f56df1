import type { Engine } from '@plimsoll/schema'
import type { EngineOptions, Finding, SupportedEngine } from '../engine-file.ts'
import { normalizeArchitecture } from './architecture.ts'
import { ContainerCli } from './container-cli.ts'
import { dockerEventFlags } from './container-events.ts'
import { describeDocker } from './docker.ts'
import { askDocker, type DockerFault, type DockerInfo, describeRemedy } from './docker-info.ts'
import { identifyProduct } from './identify-product.ts'
import { RemoteMachine } from './remote-machine.ts'
import { connect } from './ssh-connection.ts'

export const supported: SupportedEngine[] = [
  {
    product: 'Any machine by ssh',
    id: 'ssh',
    foundBy: '`--ssh user@host`',
    readFrom: 'observations on that machine, and its Docker, if any',
  },
]

/**
 * The machine that the user named for ssh, if any. One ssh connection serves the whole run. It runs programs on the
 * machine, and forwards the socket of the machine's Docker engine, if there is one.
 */
export async function find({ ssh }: EngineOptions): Promise<Finding[]> {
  if (!ssh) return []
  const connection = await connect(ssh)
  if ('problem' in connection) return [connection]
  const machine = new RemoteMachine(connection)
  return [{ engine: await engineOn(machine, ['docker', '-H', `unix://${connection.dockerSocket}`]) }]
}

async function engineOn(machine: RemoteMachine, command: [string, ...string[]]): Promise<ContainerCli> {
  const asked = await askDocker(command)
  const { info } = asked
  const { stdout: virtualization } = await machine.run(['systemd-detect-virt'])
  const there = info ?? (await bareMachine(machine))
  const product = info ? identifyProduct({ ...asked, info, local: false, context: '' }).product : 'Machine by ssh'
  const description = describeDocker({ id: 'ssh', product }, there)
  Object.assign(description.effective, virtualMachine(virtualization.trim()))
  return new ContainerCli({
    id: 'ssh',
    product,
    version: there.ServerVersion ?? null,
    architecture: normalizeArchitecture(there.Architecture),
    sharesHostKernel: false,
    isRemote: true,
    command,
    eventFlags: dockerEventFlags,
    machine,
    noContainers: asked.info ? null : whyNoContainers(asked, command),
    description,
  })
}

function whyNoContainers({ fault, said }: { fault: DockerFault; said: string }, command: string[]): string {
  return fault === 'down' || fault === 'denied'
    ? 'no Docker engine answers on the machine reached by ssh: the ssh user needs access to /var/run/docker.sock there, and this host needs the command `docker`'
    : `the machine reached by ssh: ${describeRemedy(fault, said, command)}`
}

/** The description of a machine without Docker, in the form of `docker info`. */
async function bareMachine(machine: RemoteMachine): Promise<DockerInfo> {
  const { stdout } = await machine.run(['sh', '-c', 'uname -m; uname -r; nproc; grep MemTotal: /proc/meminfo'])
  const [Architecture = '', KernelVersion = '', cpus, memory] = stdout.split('\n')
  const kibibytes = Number(/\d+/.exec(memory ?? '')?.[0])
  return {
    Architecture,
    KernelVersion,
    ...(Number(cpus) > 0 && { NCPU: Number(cpus) }),
    ...(kibibytes > 0 && { MemTotal: kibibytes * 1024 }),
  }
}

/**
 * The VM type, from the output of `systemd-detect-virt`. For QEMU that output is `kvm` with an accelerator, and `qemu`
 * without.
 */
export function virtualMachine(said: string): Partial<Engine['effective']> {
  if (!/^[a-z0-9-]+$/.test(said)) return {}
  return {
    vmType: { value: said, confidence: 'observed' },
    ...(said === 'qemu' && { accelerator: { value: 'tcg', confidence: 'observed' } }),
    ...(said === 'kvm' && { accelerator: { value: 'kvm', confidence: 'observed' } }),
  }
}
