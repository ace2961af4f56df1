import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AgentReport } from '../agent.ts'
import { TARGET } from '../container-paths.ts'
import { runWithAgent } from '../run-with-agent.ts'
import { sampleResult } from '../sample-result.ts'
import { startServices, stopServices, withServices } from '../services.ts'
import { makeSlot, type Slot } from '../slot.ts'
import type { BenchmarkSetting, SampleResult, SlotId } from '../take-sample.ts'
import { agentFailure, hostDisagrees, wrongCounts } from '../verify.ts'

/** How long a synchronised folder may take to show the host the written files, in ms. */
const SETTLE_TIMEOUT_MS = 120_000

/**
 * Times the workload's command `run` with the agent, in a new slot, where the benchmark runs (host, VM or container).
 */
export async function takeCommand(
  setting: BenchmarkSetting,
  slotId: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<SampleResult> {
  const { workload, scenario, benchmark, executionTarget } = setting
  const { slot: plain, target, mounts } = planSlot(setting, slotId)
  const services = executionTarget.on === 'container' ? executionTarget.services : []
  const slot = withServices(plain, services)
  keep(slot)
  await makeSlot(slot)
  let report: AgentReport
  try {
    const beside = services.length > 0 ? await startServices(slot, services, signal) : {}
    report = await runWithAgent(setting, slot, target, mounts, signal, beside)
  } finally {
    if (services.length > 0) await stopServices(slot)
  }
  const ended = performance.now()
  signal.throwIfAborted()
  let wrong =
    agentFailure(report) ??
    (report.target && scenario.contradiction(report.target)) ??
    wrongCounts(workload, benchmark, target, report)
  let visible: number | null = null
  if (!wrong && executionTarget.on !== 'host' && slot.hostDirectory) {
    const host = slot.hostDirectory
    const hotIsElsewhere = scenario.runs === 'container' && mounts.length > 1
    const disagrees = () => hostDisagrees(host, target, workload.hot, hotIsElsewhere, report)
    wrong = await disagrees()
    while (scenario.settles && wrong && performance.now() - ended < SETTLE_TIMEOUT_MS && !signal.aborted) {
      await setTimeout(10)
      wrong = await disagrees()
    }
    if (scenario.settles) visible = Math.round((performance.now() - ended) * 1e6)
  }
  const result = sampleResult(report, workload, wrong)
  return visible === null || result.failure ? result : { ...result, values: { ...result.values, visible } }
}

/** The slot (fresh directory, volume or container) of a sample in its scenario, with the mounts and the target path. */
export function planSlot({ workload, scenario, executionTarget, declared }: BenchmarkSetting, slotId: SlotId) {
  const name = `plimsoll-${slotId.run}-${slotId.name}`
  const root = scenario.hostRoot?.(slotId.run, declared) ?? slotId.directory
  const names = { hostDirectory: join(root, slotId.parent, slotId.name), volume: name }
  const mounts = executionTarget.on === 'container' ? scenario.mounts(TARGET, workload.hot, names) : []
  const options = scenario.volumeOptions?.(names, declared) ?? {}
  const hostDirectory = scenario.usesHostDirectory ? names.hostDirectory : null
  const own =
    executionTarget.on === 'machine' && !hostDirectory
      ? join(executionTarget.machine.directory, slotId.run, slotId.name)
      : null
  const slot: Slot = {
    run: slotId.run,
    engine: executionTarget.on === 'host' ? null : executionTarget.engine,
    containers: executionTarget.on === 'container' ? [name] : [],
    volumes: mounts.flatMap((mount) => (mount.kind === 'volume' ? [{ name: mount.source, options }] : [])),
    networks: [],
    hostDirectory,
    machineDirectory: own,
  }
  return { slot, mounts, target: targetOf() }

  function targetOf(): string {
    if (executionTarget.on === 'host') return names.hostDirectory
    if (executionTarget.on === 'container') return TARGET
    // `prepare` has verified that this path exists.
    return own ?? (executionTarget.machine.translatePath(names.hostDirectory) as string)
  }
}
