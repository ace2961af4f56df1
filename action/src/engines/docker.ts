import { hostname, release } from 'node:os'
import type { Engine } from '@plimsoll/schema'
import type { ContainerEngine, Machine } from '@plimsoll/workloads'
import { execa } from 'execa'
import { configurationOf, type VirtualMachine } from '../engine-setup/configuration.ts'
import type { EngineOptions, Finding, KnownEngine } from '../find-engines.ts'
import { readJsonLines } from '../json-lines.ts'
import { architectureOf } from './architecture.ts'
import { ContainerCli } from './container-cli.ts'
import { dockerEventFlags } from './events.ts'
import { ShellMachine } from './shell-machine.ts'

const SAYS = (product: string) => `a docker context whose system says "${product}"`

export const known: KnownEngine[] = [
  { product: 'Docker Engine', id: 'docker', foundBy: 'a docker context', readFrom: '`docker info`' },
  { product: 'Docker Desktop', id: 'docker-desktop', foundBy: SAYS('Docker Desktop'), readFrom: '`docker info`' },
  { product: 'OrbStack', id: 'orbstack', foundBy: SAYS('OrbStack'), readFrom: '`docker info`' },
  { product: 'Rancher Desktop', id: 'rancher-desktop', foundBy: SAYS('Rancher Desktop'), readFrom: '`docker info`' },
  {
    product: 'Colima',
    id: 'colima',
    foundBy: 'a docker context whose machine is named `colima…`',
    readFrom: '`docker info`, `colima status`, and what is seen inside its machine',
  },
  {
    product: 'Lima',
    id: 'lima',
    foundBy: 'a docker context whose machine is named `lima-…`',
    readFrom: '`docker info`, `limactl list`, its `lima.yaml`, and what is seen inside',
  },
]

/** Every engine a docker context leads to. Two contexts that lead to the same engine count once. */
export async function find({ setUp }: EngineOptions = {}): Promise<Finding[]> {
  const listing = await execa('docker', ['context', 'ls', '--format', 'json'], {
    reject: false,
    stdin: 'ignore',
    timeout: 20_000,
  })
  if (listing.failed)
    return listing.code === 'ENOENT'
      ? []
      : [{ problem: 'docker: it is installed, but its contexts cannot be listed: see `docker context ls`.' }]
  const contexts = readJsonLines<{ Name: string; DockerEndpoint?: string }>(listing.stdout)
  // What was set up for this run is the first of its product, whatever else is here.
  contexts.sort((a, b) => Number(b.Name === setUp?.context) - Number(a.Name === setUp?.context))
  const found = await Promise.all(contexts.map((context) => look(context, contexts.length)))
  const engines = new Map<string, Answer>()
  for (const { engineId, answer } of found) if (answer && !engines.has(engineId)) engines.set(engineId, answer)
  const products = [...engines.values()].filter(({ product }) => product.id !== 'podman') // podman.ts finds it by its own command
  const made = products.map(async (answer, index) => {
    const { product, context } = answer
    const earlier = products.slice(0, index).filter((other) => other.product.id === product.id).length
    const id = earlier === 0 ? product.id : `${product.id}-${earlier + 1}`
    return { engine: await engineOf({ ...product, id }, answer, context === setUp?.context ? setUp : undefined) }
  })
  return [
    ...(await Promise.all(made)),
    ...found.flatMap(({ problem }) => (problem ? [{ problem }] : [])),
    ...(await unseenPodman([...engines.values()])),
  ]
}

/** A Podman that a docker context leads to is measured by its own command, where that is there. */
async function unseenPodman(answers: Answer[]): Promise<Finding[]> {
  const podman = answers.find(({ product }) => product.id === 'podman')
  if (!podman) return []
  const { code } = await execa('podman', ['--version'], { reject: false, stdin: 'ignore', timeout: 20_000 })
  if (code !== 'ENOENT') return []
  const advice =
    'what answers there is Podman, which is measured by its own command: install podman and let it reach that'
  return [{ problem: `docker, context ${podman.context}: ${advice}.` }]
}

/** The parts of `docker info` that matter here; see the Engine API's SystemInfo. */
export interface DockerInfo {
  ID?: string
  Name?: string
  OperatingSystem?: string
  Architecture?: string
  NCPU?: number
  MemTotal?: number
  KernelVersion?: string
  Driver?: string
  CgroupVersion?: string
  ServerVersion?: string
  ServerErrors?: string[]
}

interface Answer {
  context: string
  product: { id: string; product: string }
  info: DockerInfo
  command: [string, ...string[]]
  local: boolean
}

interface Look {
  engineId: string
  answer?: Answer
  problem?: string
}

async function look(
  { Name: context, DockerEndpoint }: { Name: string; DockerEndpoint?: string },
  contexts: number,
): Promise<Look> {
  const command: [string, ...string[]] =
    context === 'default' && contexts === 1 ? ['docker'] : ['docker', '--context', context]
  const { info, components, said } = await dockerInfo(command)
  if (!info) {
    const remedy = said.includes('permission denied')
      ? 'this user may not use it: add the user to the group `docker`, or run as root'
      : `no engine answers there: start it${process.platform === 'linux' ? ', for example with `sudo systemctl start docker`,' : ''} or open your Docker app`
    return { engineId: context, problem: `docker, context ${context}: ${remedy}.` }
  }
  return {
    engineId: info.ID ?? context,
    answer: {
      context,
      product: productOf(info, components),
      info,
      command,
      local: DockerEndpoint?.startsWith('unix://') ?? false,
    },
  }
}

/** What an engine says of itself, and the names of its components; null where none answers, and what was said instead. */
export async function dockerInfo([program, ...before]: [string, ...string[]]): Promise<{
  info: DockerInfo | null
  components: string[]
  said: string
}> {
  const options = { reject: false, stdin: 'ignore', timeout: 60_000 } as const
  const [info, version] = await Promise.all([
    execa(program, [...before, 'info', '--format', '{{json .}}'], options),
    execa(program, [...before, 'version', '--format', '{{json .Server.Components}}'], options),
  ])
  const parsed = readJsonLines<DockerInfo>(String(info.stdout ?? ''))[0]
  const answers = parsed?.ServerVersion && (parsed.ServerErrors?.length ?? 0) === 0
  const components = readJsonLines<{ Name: string }[]>(String(version.stdout ?? ''))[0] ?? []
  return {
    info: answers ? parsed : null,
    components: components.map(({ Name }) => Name),
    said: `${info.stderr}${parsed?.ServerErrors?.join(' ') ?? ''}`,
  }
}

/** Which product answers, from what it says of itself. */
export function productOf(info: DockerInfo, components: string[]): { id: string; product: string } {
  const system = info.OperatingSystem ?? ''
  const name = info.Name ?? ''
  if (system.startsWith('Docker Desktop')) return { id: 'docker-desktop', product: 'Docker Desktop' }
  if (system.startsWith('OrbStack')) return { id: 'orbstack', product: 'OrbStack' }
  if (system.startsWith('Rancher Desktop')) return { id: 'rancher-desktop', product: 'Rancher Desktop' }
  if (components.includes('Podman Engine')) return { id: 'podman', product: 'Podman' }
  if (/^colima(-|$)/.test(name)) return { id: 'colima', product: 'Colima' }
  if (/^lima(-|$)/.test(name)) return { id: 'lima', product: 'Lima' }
  return { id: 'docker', product: 'Docker Engine' }
}

async function engineOf(
  { id, product }: { id: string; product: string },
  { info, command, local }: Answer,
  setUp: EngineOptions['setUp'],
): Promise<ContainerEngine> {
  const vm = virtualMachineOf(info)
  const machine = vm && machineOf(vm)
  // A machine elsewhere may run the same kernel release: only a local socket can mean this very kernel, unless it leads
  // into a virtual machine of the same distribution.
  const sharesHostKernel = local && vm === null && process.platform === 'linux' && info.KernelVersion === release()
  const description = describeDocker({ id, product }, info)
  if (sharesHostKernel) description.effective.vmType = { value: 'none', confidence: 'observed' }
  if (vm && machine) {
    const { version, requested, effective } = await configurationOf(vm, machine, info)
    description.version = versionInside(version, info)
    description.requested = requested
    Object.assign(description.effective, effective)
  }
  if (setUp) {
    description.requested = setUp.requested
    if (setUp.emulated) description.effective.accelerator ??= { value: 'tcg', confidence: 'inferred' }
  }
  return new ContainerCli({
    id,
    product,
    version: description.version,
    architecture: architectureOf(info.Architecture),
    sharesHostKernel,
    isElsewhere: !local && vm === null,
    command,
    machine,
    eventFlags: dockerEventFlags,
    description,
  })
}

/** What an engine says of itself, as the run document has it; whether there is a VM round it, it does not know. */
export function describeDocker({ id, product }: { id: string; product: string }, info: DockerInfo): Engine {
  return {
    id,
    product,
    version: info.ServerVersion ?? null,
    requested: {},
    effective: {
      vmType: { value: null, confidence: 'unknown' },
      mountType: { value: null, confidence: 'unknown' },
      cpus: seen(info.NCPU),
      memory: seen(info.MemTotal),
      kernel: seen(info.KernelVersion),
      storageDriver: seen(info.Driver),
      cgroupVersion: seen(info.CgroupVersion ? Number(info.CgroupVersion) : undefined),
    },
  }
}

/** The version of a product and of the Docker in it: each can change without the other. */
function versionInside(version: string | null, { ServerVersion }: DockerInfo): string {
  return `${version ?? 'unknown'} (Docker ${ServerVersion ?? 'unknown'})`
}

/** The VM of a product that has a command to reach it. */
function virtualMachineOf({ Name = '' }: DockerInfo): VirtualMachine | null {
  if (Name === hostname()) return null // this very machine is that VM
  const [, product, name = 'default'] = /^(colima|lima)(?:-(.+))?$/.exec(Name) ?? []
  return product ? { product: product as VirtualMachine['product'], name } : null
}

/** How it is reached; its shares have the same paths inside. */
function machineOf({ product, name }: VirtualMachine): Machine {
  // Lima's shell would begin in the directory of this process where that is shared, and so on the share.
  const before: [string, ...string[]] =
    product === 'colima' ? ['colima', 'ssh', '--profile', name, '--'] : ['limactl', 'shell', '--workdir=/', name]
  return new ShellMachine({ command: (argv) => [...before, ...argv], pathOf: (directory) => directory })
}

/** The engine reports these from inside its VM, where it has one: they are observed, not asked for. */
export function seen<T>(value: T | undefined): { value: T | null; confidence: 'observed' | 'unknown' } {
  return value === undefined ? { value: null, confidence: 'unknown' } : { value, confidence: 'observed' }
}
