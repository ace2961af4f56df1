import { RUN_LABEL } from '../../engine.ts'
import { fill } from '../../read-catalog/template.ts'
import { dropCaches } from '../drop-caches.ts'
import { timeCommand } from '../run-with-agent.ts'
import { hostTimedResult } from '../sample-result.ts'
import type { Slot } from '../slot.ts'
import { type BenchmarkSetting, failed, type SampleResult, type SlotId } from '../take-sample.ts'
import { agentFailure } from '../verify.ts'

/**
 * Times the engine's own command for a container from outside: create one container, start it, wait for it and remove
 * it.
 */
export async function takeContainerStart(
  { workload, benchmark, executionTarget }: BenchmarkSetting,
  { run, name: slotId }: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<SampleResult> {
  if (executionTarget.on !== 'container') throw new Error('the workload kind container-start needs an engine')
  const name = `plimsoll-${run}-${slotId}`
  const { engine, image } = executionTarget
  keep({ run, engine, containers: [name], volumes: [], networks: [], hostDirectory: null, machineDirectory: null })
  if (benchmark.params.cache === 'cold') {
    const warm = await dropCaches(engine)
    if (warm) return { ...failed(warm), unsupported: warm }
  }
  const argv = workload.run.map((word) => fill(word, benchmark.params))
  const isIsolated = workload.project !== null
  const command = engine.startCommand({ name, image, run: argv, labels: { [RUN_LABEL]: run }, isIsolated })
  const report = await timeCommand(command, workload.timeout, signal)
  signal.throwIfAborted()
  const failure = agentFailure(report)
  return hostTimedResult(report, workload, failure, failure ? null : await engine.lifecycle(name))
}
