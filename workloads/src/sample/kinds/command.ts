import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runJob, TARGET, taken } from '../job.ts'
import { makePlace, type Place } from '../place.ts'
import type { CellSetting, Slot, Taken } from '../sample.ts'
import { failureOf, hostDisagrees, wrongCounts } from '../verify.ts'

/** How long a synchronised folder may take to show the host what was written inside, in ms. */
const SETTLING = 120_000

/** Time `run` in a fresh place of the scenario, by the agent, where the work is. */
export async function takeCommand(
  setting: CellSetting,
  slot: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  const { workload, scenario, cell, arm } = setting
  const { place, target, mounts } = placeOf(setting, slot)
  keep(place)
  await makePlace(place)
  const report = await runJob(setting, place, target, mounts, signal)
  const ended = performance.now()
  signal.throwIfAborted()
  const failure =
    failureOf(report) ??
    (report.target && scenario.contradiction(report.target)) ??
    wrongCounts(workload, cell, target, report)
  if (failure || arm.on === 'host' || !place.hostDirectory) return taken(report, workload, failure)

  const host = place.hostDirectory
  const hotIsElsewhere = scenario.runs === 'container' && mounts.length > 1
  const disagrees = () => hostDisagrees(host, target, workload.hot, hotIsElsewhere, report)
  let disagreement = await disagrees()
  while (scenario.settles && disagreement && performance.now() - ended < SETTLING && !signal.aborted) {
    await setTimeout(10)
    disagreement = await disagrees()
  }
  const visible = Math.round((performance.now() - ended) * 1e6)
  const result = taken(report, workload, disagreement)
  return scenario.settles && !result.failure ? { ...result, values: { ...result.values, visible } } : result
}

/** The fresh place of a sample in its scenario. */
export function placeOf({ workload, scenario, arm, declared }: CellSetting, slot: Slot) {
  const name = `plimsoll-${slot.run}-${slot.name}`
  const root = scenario.hostRoot?.(slot.run, declared) ?? slot.directory
  const names = { hostDirectory: join(root, slot.name), volume: name }
  const mounts = arm.on === 'container' ? scenario.mounts(TARGET, workload.hot, names) : []
  const options = scenario.volumeOptions?.(names, declared) ?? {}
  const hostDirectory = scenario.usesHostDirectory ? names.hostDirectory : null
  const own = arm.on === 'machine' && !hostDirectory ? join(arm.machine.directory, slot.run, slot.name) : null
  const place: Place = {
    run: slot.run,
    engine: arm.on === 'host' ? null : arm.engine,
    containers: arm.on === 'container' ? [name] : [],
    volumes: mounts.flatMap((mount) => (mount.kind === 'volume' ? [{ name: mount.source, options }] : [])),
    networks: [],
    hostDirectory,
    machineDirectory: own,
  }
  return { place, mounts, target: targetOf() }

  function targetOf(): string {
    if (arm.on === 'host') return names.hostDirectory
    if (arm.on === 'container') return TARGET
    return own ?? (arm.machine.pathOf(names.hostDirectory) as string) // prepare has seen that it is shared
  }
}
