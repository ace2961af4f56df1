import { setTimeout } from 'node:timers/promises'
import { type ContainerEngine, RUN_LABEL } from '../../engine.ts'
import { Problem } from '../../problem.ts'
import { TARGET } from '../container-paths.ts'
import { agentMount, agentPath, runWithAgent } from '../run-with-agent.ts'
import { sampleResult } from '../sample-result.ts'
import { makeSlot, removeSlots, type Slot } from '../slot.ts'
import type { BenchmarkSetting, SampleResult, SlotId } from '../take-sample.ts'
import { agentFailure } from '../verify.ts'

/** Times requests to a peer in another container, on an isolated bridge or on the engine's own loopback. */
export async function takeNetwork(
  setting: BenchmarkSetting,
  { run, name: slotId }: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<SampleResult> {
  const { workload, benchmark, executionTarget } = setting
  if (executionTarget.on !== 'container') throw new Error('the workload kind network needs containers')
  const { engine, image, agentVolume } = executionTarget
  const name = `plimsoll-${run}-${slotId}`
  const peer = `${name}-peer`
  const onHost = benchmark.params.network === 'host'
  const slot: Slot = {
    run,
    engine,
    containers: [name, peer],
    volumes: [],
    networks: onHost ? [] : [name],
    hostDirectory: null,
    machineDirectory: null,
  }
  keep(slot)
  const network = onHost ? 'host' : name
  try {
    await makeSlot(slot)
    await engine.start({
      name: peer,
      image,
      entrypoint: agentPath(executionTarget),
      arguments: ['answer', '0', ...(onHost ? ['127.0.0.1'] : [])],
      mounts: [agentMount(agentVolume)],
      labels: { [RUN_LABEL]: run },
      network,
    })
    const port = await portOf(engine, peer, signal)
    const address = onHost ? '127.0.0.1' : await engine.address(peer, name)
    const values = { peer: address, port: String(port) }
    const report = await runWithAgent(setting, slot, TARGET, [], signal, { values, network })
    signal.throwIfAborted()
    return sampleResult(report, workload, agentFailure(report))
  } finally {
    await removeSlots([slot]) // Remove the slot now, because an engine has addresses for only about thirty networks.
  }
}

async function portOf(engine: ContainerEngine, peer: string, signal: AbortSignal): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = /"port":(\d+)/.exec(await engine.output(peer))?.[1]
    if (port) return Number(port)
    await setTimeout(100, undefined, { signal })
  }
  throw new Problem(3, `the container at the other end did not start to listen: ${await engine.output(peer)}`)
}
