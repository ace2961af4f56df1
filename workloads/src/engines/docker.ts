import { hostname } from 'node:os'
import type { Engine } from '@plimsoll/schema'
import { execa } from 'execa'
import type { Machine } from '../engine.ts'
import type { EngineOptions, Finding, SupportedEngine } from '../engine-file.ts'
import { isNotFound } from '../process-end.ts'
import { normalizeArchitecture } from './architecture.ts'
import { ContainerCli } from './container-cli.ts'
import { dockerEventFlags } from './container-events.ts'
import {
  askContext,
  askInstance,
  askWithoutContext,
  type ContextAnswer,
  type ContextListing,
  type EngineAnswer,
  hasNoContexts,
  LIST_CONTEXTS,
  listingProblem,
  readContexts,
} from './docker-contexts.ts'
import { type DockerFault, type DockerInfo, describeRemedy } from './docker-info.ts'
import { readVmConfiguration, type VirtualMachine } from './effective-configuration.ts'
import { identifyProduct, isOnThisKernel, RANCHER_VM } from './identify-product.ts'
import { runningInstances } from './lima-instance.ts'
import { RemoteMachine } from './remote-machine.ts'

const FOUND_BY_SYSTEM = (product: string) => `a docker context whose operating system is "${product}"`

export const supported: SupportedEngine[] = [
  { product: 'Docker Engine', id: 'docker', foundBy: 'a docker context', readFrom: '`docker info`' },
  {
    product: 'Docker Desktop',
    id: 'docker-desktop',
    foundBy: FOUND_BY_SYSTEM('Docker Desktop'),
    readFrom: '`docker info`',
  },
  { product: 'OrbStack', id: 'orbstack', foundBy: FOUND_BY_SYSTEM('OrbStack'), readFrom: '`docker info`' },
  {
    product: 'Rancher Desktop',
    id: 'rancher-desktop',
    foundBy: FOUND_BY_SYSTEM('Rancher Desktop'),
    readFrom: '`docker info`',
  },
  {
    product: 'Colima',
    id: 'colima',
    foundBy: 'a docker context whose machine is named `colima…`',
    readFrom: '`docker info`, `colima status`, and observations inside its virtual machine',
  },
  {
    product: 'Lima',
    id: 'lima',
    foundBy: 'a docker context whose machine is named `lima-…`, or `limactl list`',
    readFrom: '`docker info`, `limactl list`, its `lima.yaml`, and observations inside its virtual machine',
  },
]

/**
 * Finds the engines of all docker contexts and of all running Lima instances. Two contexts of the same engine count once.
 */
export async function find({ setUp }: EngineOptions = {}): Promise<Finding[]> {
  const [listing, running] = await Promise.all([
    execa('docker', LIST_CONTEXTS, { reject: false, stdin: 'ignore', timeout: 20_000 }),
    runningInstances(),
  ])
  if (isNotFound(listing))
    return running.map(({ name }) => ({
      problem: `lima, instance ${name}: it runs, but the command \`docker\` was not found: install it to measure that engine.`,
    }))
  const contexts = listing.failed ? [] : readContexts(listing.stdout)
  const instances = running.filter(({ socket }) => !contexts.some(({ DockerEndpoint }) => DockerEndpoint === socket))
  const others = Promise.all(instances.map(askInstance))
  if (contexts.length === 0) return withoutContexts(listing, await others)
  // The engine that was set up for this run comes first among the engines of its product.
  contexts.sort((a, b) => Number(b.Name === setUp?.context) - Number(a.Name === setUp?.context))
  const answers = await Promise.all(contexts.map((context) => askContext(context, contexts.length)))
  return findingsOf([...answers, ...(await others)], setUp)
}

/**
 * The engine of plain `docker`, and `others`. If engines of other contexts may be missed, the result also has a problem.
 */
async function withoutContexts(listing: ContextListing, others: ContextAnswer[]): Promise<Finding[]> {
  const answer = await askWithoutContext()
  // Podman's docker command has connections instead of contexts.
  if (fault(answer) === 'podman' || hasNoContexts(listing)) return findingsOf([answer, ...others])
  const problem = listingProblem(listing)
  // If docker itself fails, one message is enough.
  const isSaid = ['failed', 'unreadable', 'context'].includes(fault(answer) ?? '')
  return [...(await findingsOf([...(isSaid ? [] : [answer]), ...others])), { problem }]
}

async function findingsOf(answers: ContextAnswer[], setUp?: EngineOptions['setUp']): Promise<Finding[]> {
  const engines = new Map<string, EngineAnswer>()
  for (const answer of answers)
    if ('info' in answer && !engines.has(answer.engineId)) engines.set(answer.engineId, answer)
  const products = [...engines.values()]
    .map((answer) => ({ answer, product: identifyProduct(answer) }))
    .filter(({ product }) => product.id !== 'podman') // podman.ts finds Podman by its own command.
  const found = products.map(({ answer, product }, index) => {
    const earlier = products.slice(0, index).filter((other) => other.product.id === product.id).length
    const id = earlier === 0 ? product.id : `${product.id}-${earlier + 1}`
    return engineOf({ ...product, id }, answer, answer.context === setUp?.context ? setUp : undefined)
  })
  const problems = answers.flatMap((answer) => ('fault' in answer && answer.fault !== 'podman' ? [answer.problem] : []))
  return [
    ...(await Promise.all(found)).flat(),
    ...problems.map((problem) => ({ problem })),
    ...(await unseenPodman(answers)),
  ]
}

/**
 * Reports a Podman that answers behind a docker command or context, if the command podman is missing. If that command
 * exists, podman.ts finds Podman by it.
 */
async function unseenPodman(answers: ContextAnswer[]): Promise<Finding[]> {
  const podman = answers.find((answer) =>
    'info' in answer ? identifyProduct(answer).id === 'podman' : answer.fault === 'podman',
  )
  if (!podman) return []
  const version = await execa('podman', ['--version'], { reject: false, stdin: 'ignore', timeout: 20_000 })
  if (!isNotFound(version)) return []
  return [{ problem: `${podman.where}: ${describeRemedy('podman', '', [])}.` }]
}

function fault(answer: ContextAnswer): DockerFault | null {
  return 'fault' in answer ? answer.fault : null
}

async function engineOf(
  { id, product }: { id: string; product: string },
  { info, command, local }: EngineAnswer,
  setUp: EngineOptions['setUp'],
): Promise<Finding[]> {
  const vm = virtualMachineOf(info)
  const machine = vm && machineOf(vm)
  const sharesHostKernel = local && vm === null && isOnThisKernel(info)
  const description = describeDocker({ id, product }, info)
  if (sharesHostKernel) description.effective.vmType = { value: 'none', confidence: 'observed' }
  const configuration = vm && machine && (await readVmConfiguration(vm, machine, info))
  if (configuration) {
    description.version = versionInside(configuration.version, info)
    description.requested = configuration.requested
    Object.assign(description.effective, configuration.effective)
  }
  if (setUp) {
    description.requested = setUp.requested
    if (setUp.emulated) description.effective.accelerator ??= { value: 'tcg', confidence: 'inferred' }
  }
  const engine = new ContainerCli({
    id,
    product,
    version: description.version,
    architecture: normalizeArchitecture(info.Architecture),
    sharesHostKernel,
    isRemote: !local && vm === null,
    command,
    machine,
    eventFlags: dockerEventFlags,
    ...(answersOutsideNames(info) ? {} : { networkFlags: WITHOUT_DNS }),
    description,
  })
  return [{ engine }, ...(configuration?.problem ? [{ problem: configuration.problem }] : [])]
}

/**
 * Whether the DNS of the engine refuses the name of a host outside a network without a way out. Docker before 25.0.5 does not
 * answer (CVE-2024-29018 changed it), so that each look-up takes 10 s, also that of a service's IPv6 address.
 */
export function answersOutsideNames({ ServerVersion = '' }: Pick<DockerInfo, 'ServerVersion'>): boolean {
  const [major = 0, minor = 0, patch = 0] = ServerVersion.split(/[.+-]/).map(Number)
  return major > 25 || (major === 25 && (minor > 0 || patch >= 5)) || !(major > 0)
}

/** The services are in /etc/hosts. Without a server of names, the C library refuses all other names at once. */
const WITHOUT_DNS = ['--mount', 'type=bind,source=/dev/null,target=/etc/resolv.conf,ro']

/**
 * An engine's description of itself, in the form of the run document. The engine does not know whether it runs in a VM.
 */
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
      ...privileges(info.SecurityOptions?.includes('name=rootless')),
    },
  }
}

/** Whether an engine runs without the rights of root, in the form of the run document. Nothing if it does not say so. */
export function privileges(rootless: boolean | undefined): Pick<Engine['effective'], 'privileges'> {
  return rootless === undefined ? {} : { privileges: seen(rootless ? 'rootless' : 'rootful') }
}

/** The versions of a product and of the Docker in it. Each version can change while the other stays the same. */
function versionInside(version: string | null, { ServerVersion }: DockerInfo): string {
  return `${version ?? 'unknown'} (Docker ${ServerVersion ?? 'unknown'})`
}

/** The VM of an engine, if its product has a command to reach the VM. */
function virtualMachineOf({ Name = '' }: DockerInfo): VirtualMachine | null {
  if (Name === hostname() || Name === RANCHER_VM) return null // This process runs inside the VM, or cannot reach it.
  const [, product, name = 'default'] = /^(colima|lima)(?:-(.+))?$/.exec(Name) ?? []
  return product ? { product: product as VirtualMachine['product'], name } : null
}

/** How to run programs in the VM of Lima or Colima. Shared directories have the same paths in the VM as on the host. */
function machineOf({ product, name }: VirtualMachine): Machine {
  // Lima's shell would start in the current directory of this process if the VM shares that directory. A program would
  // then run on the share.
  const before: [string, ...string[]] =
    product === 'colima' ? ['colima', 'ssh', '--profile', name, '--'] : ['limactl', 'shell', '--workdir=/', name]
  return new RemoteMachine({ command: (argv) => [...before, ...argv], translatePath: (directory) => directory })
}

/**
 * A value that the engine reports. If the engine has a VM, the engine runs inside it, so the value is observed and not
 * requested.
 */
export function seen<T>(value: T | undefined): { value: T | null; confidence: 'observed' | 'unknown' } {
  return value === undefined ? { value: null, confidence: 'unknown' } : { value, confidence: 'observed' }
}
