import { fill } from '../../catalog/template.ts'
import { RUN_LABEL } from '../../engine.ts'
import { dropCaches } from '../caches.ts'
import { takenOutside, timeCommand } from '../job.ts'
import type { Place } from '../place.ts'
import { type CellSetting, failed, type Slot, type Taken } from '../sample.ts'
import { failureOf } from '../verify.ts'

/** Time the engine's own command from outside: make, start, wait for and remove one container. */
export async function takeContainerStart(
  { workload, cell, arm }: CellSetting,
  { run, name: slot }: Slot,
  keep: (place: Place) => void,
  signal: AbortSignal,
): Promise<Taken> {
  if (arm.on !== 'container') throw new Error('a container is started by an engine')
  const name = `plimsoll-${run}-${slot}`
  const { engine, image } = arm
  keep({ run, engine, containers: [name], volumes: [], networks: [], hostDirectory: null, machineDirectory: null })
  if (cell.params.cache === 'cold') {
    const warm = await dropCaches(engine)
    if (warm) return { ...failed(warm), unsupported: warm }
  }
  const argv = workload.run.map((word) => fill(word, cell.params))
  const command = engine.startCommand({ name, image, run: argv, labels: { [RUN_LABEL]: run } })
  const report = await timeCommand(command, workload.timeout, signal)
  signal.throwIfAborted()
  const failure = failureOf(report)
  return takenOutside(report, workload, failure, failure ? null : await engine.lifecycle(name))
}
