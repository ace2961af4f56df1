import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type ContainerEngine, RUN_LABEL } from '../../engine.ts'
import { Problem } from '../../problem.ts'
import { timeCommand } from '../run-with-agent.ts'
import { hostTimedResult } from '../sample-result.ts'
import type { Slot } from '../slot.ts'
import { type BenchmarkSetting, failed, type SampleResult, type SlotId } from '../take-sample.ts'
import { agentFailure } from '../verify.ts'

/**
 * Times the engine's own pull of a missing image from a registry on the engine's loopback. The registry is a container
 * of this sample that shares the engine's network. The workload's command `run` starts the registry.
 */
export async function takeImagePull(
  { workload, benchmark, executionTarget }: BenchmarkSetting,
  { run, name: slotId }: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
  registry: string,
): Promise<SampleResult> {
  if (executionTarget.on !== 'container') throw new Error('the workload kind image-pull needs an engine')
  const { engine, image, imageName } = executionTarget
  const name = `plimsoll-${run}-${slotId}`
  const slot = {
    run,
    engine,
    containers: [name],
    volumes: [],
    networks: [],
    hostDirectory: null,
    machineDirectory: null,
  }
  keep(slot)
  const port = randomInt(20_000, 60_000)
  const reference = `127.0.0.1:${port}/${benchmark.workload}:${slotId}`
  const [entrypoint = '', ...args] = workload.run
  await engine.start({
    name,
    image: registry,
    entrypoint,
    arguments: args,
    environment: { ...workload.environment, REGISTRY_HTTP_ADDR: `127.0.0.1:${port}` },
    mounts: [],
    labels: { [RUN_LABEL]: run },
    network: 'host',
  })
  try {
    await engine.tagImage(image, reference)
    await push(engine, reference, signal)
    // Remove all names of the image, so that no layer remains.
    await engine.remove([{ kind: 'image', id: image, run: null }])
    if (await engine.image(image)) return failed('the image could not be removed before its pull: a container uses it')
    const report = await timeCommand(engine.pullCommand(reference), workload.timeout, signal)
    signal.throwIfAborted()
    const failure = agentFailure(report)
    const there = (await engine.image(reference))?.id === image
    return hostTimedResult(
      report,
      workload,
      failure ?? (there ? null : 'the pulled image is not the one that was pushed'),
    )
  } finally {
    await engine.tagImage(image, imageName) // The next run looks for the image by this name.
    await engine.untagImage(reference)
    await engine.remove([{ kind: 'container', id: name, run }])
  }
}

/** Pushes an image. Retries, because the registry needs a moment before it listens. */
async function push(engine: ContainerEngine, reference: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await engine.pushImage(reference)
    } catch (error) {
      if (tries === 40 || !(error instanceof Problem)) throw error
      await setTimeout(250, undefined, { signal })
    }
  }
}
