import { setTimeout } from 'node:timers/promises'
import { type ContainerEngine, RUN_LABEL } from '../../engine.ts'
import { Problem } from '../../problem.ts'
import { agentMount, agentOf, runJob, TARGET, taken } from '../job.ts'
import { makePlace, type Place, removePlaces } from '../place.ts'
import type { CellSetting, Slot, Taken } from '../sample.ts'
import { failureOf } from '../verify.ts'

/** Time requests to a peer in another container: on a bridge that leads nowhere else, or on the engine's own loopback. */
export async function takeNetwork(
  setting: CellSetting,
  { run, name: slot }: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  const { workload, cell, arm } = setting
  if (arm.on !== 'container') throw new Error('the peers are containers')
  const { engine, image, agentVolume } = arm
  const name = `plimsoll-${run}-${slot}`
  const peer = `${name}-peer`
  const onHost = cell.params.network === 'host'
  const place: Place = {
    run,
    engine,
    containers: [name, peer],
    volumes: [],
    networks: onHost ? [] : [name],
    hostDirectory: null,
    machineDirectory: null,
  }
  keep(place)
  const network = onHost ? 'host' : name
  try {
    await makePlace(place)
    await engine.start({
      name: peer,
      image,
      entrypoint: agentOf(arm),
      arguments: ['answer', '0', ...(onHost ? ['127.0.0.1'] : [])],
      mounts: [agentMount(agentVolume)],
      labels: { [RUN_LABEL]: run },
      network,
    })
    const port = await portOf(engine, peer, signal)
    const address = onHost ? '127.0.0.1' : await engine.address(peer, name)
    const values = { peer: address, port: String(port) }
    const report = await runJob(setting, place, TARGET, [], signal, { values, network })
    signal.throwIfAborted()
    return taken(report, workload, failureOf(report))
  } finally {
    await removePlaces([place]) // an engine has addresses for about thirty networks
  }
}

async function portOf(engine: ContainerEngine, peer: string, signal: AbortSignal): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = /"port":(\d+)/.exec(await engine.output(peer))?.[1]
    if (port) return Number(port)
    await setTimeout(100, undefined, { signal })
  }
  throw new Problem(3, `the peer did not start to listen: ${await engine.output(peer)}`)
}
