import { setTimeout } from 'node:timers/promises'
import { type ContainerEngine, RUN_LABEL } from '../engine.ts'
import { Problem } from '../problem.ts'
import type { Slot } from './slot.ts'
import type { PreparedService } from './take-sample.ts'

/** How long a service may take until it is healthy, in ms. A database fills its directory first. */
const HEALTHY_TIMEOUT_MS = 120_000
const PAUSE_MS = 100

/** The network of a slot with services, and the addresses of the services by their host names. */
export interface RunningServices {
  network: string
  hosts: Record<string, string>
}

/** A slot with the containers and the network of services. */
export function withServices(slot: Slot, services: readonly PreparedService[]): Slot {
  const [name = ''] = slot.containers
  if (services.length === 0) return slot
  return {
    ...slot,
    containers: [...slot.containers, ...services.map((one) => `${name}-${one.name}`)],
    networks: [name],
  }
}

/**
 * Starts the services of a slot one after the other, each once the one before is healthy. The network of the slot exists.
 * @throws Problem (3) if a service does not become healthy
 */
export async function startServices(
  { engine, containers: [name = ''], run }: Slot,
  services: readonly PreparedService[],
  signal: AbortSignal,
): Promise<RunningServices> {
  const hosts: Record<string, string> = {}
  for (const service of services) {
    const container = `${name}-${service.name}`
    await (engine as ContainerEngine).start({
      name: container,
      image: service.reference,
      entrypoint: null,
      arguments: service.command ?? [],
      mounts: [],
      labels: { [RUN_LABEL]: run },
      network: name,
      hosts,
      environment: service.environment ?? {},
    })
    await healthy(engine as ContainerEngine, container, service, signal)
    hosts[service.name] = await (engine as ContainerEngine).address(container, name)
  }
  return { network: name, hosts }
}

/** Removes the services of a slot and its network, which would take processor time and memory from later samples. */
export async function stopServices({ engine, containers: [, ...services], networks, run }: Slot): Promise<void> {
  await engine?.remove([
    ...services.map((id) => ({ kind: 'container' as const, id, run })),
    ...networks.map((id) => ({ kind: 'network' as const, id, run })),
  ])
}

async function healthy(
  engine: ContainerEngine,
  container: string,
  { name, healthy: command }: PreparedService,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + HEALTHY_TIMEOUT_MS
  for (;;) {
    const { exitCode, stdout, stderr } = await engine.execute(container, command)
    if (exitCode === 0) return
    const hasEnded = /is not running|state improper/.test(stderr)
    if (hasEnded || performance.now() > until) {
      const what = hasEnded ? 'ended before it was healthy' : `was not healthy after ${HEALTHY_TIMEOUT_MS / 1000} s`
      const said = `${await engine.output(container)}\n${hasEnded ? '' : stdout + stderr}`
      throw new Problem(3, `The service ${name} ${what}\n${said.trim()}`)
    }
    await setTimeout(PAUSE_MS, undefined, { signal })
  }
}
