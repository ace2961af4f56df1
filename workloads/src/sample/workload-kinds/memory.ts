import { setTimeout } from 'node:timers/promises'
import { type ContainerEngine, RUN_LABEL } from '../../engine.ts'
import { Problem } from '../../problem.ts'
import { fill } from '../../read-catalog/template.ts'
import { agentMount, agentPath } from '../run-with-agent.ts'
import type { Slot } from '../slot.ts'
import { type BenchmarkSetting, failed, type SampleResult, type SlotId } from '../take-sample.ts'

const CONTAINERS = 3

/** One reading of a container's memory, in bytes. A value is null if the kernel does not report it. */
type MemoryReading = Record<'file-pss' | 'anonymous-pss' | 'cgroup-file' | 'cgroup-anonymous', number | null>

/**
 * Starts a container that keeps a file of its image and memory of its own in use, and reads how much memory it uses.
 * Then starts two more such containers and reads the memory of all three.
 */
export async function takeMemory(
  { workload, benchmark, executionTarget }: BenchmarkSetting,
  { run, name: slotId }: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<SampleResult> {
  if (executionTarget.on !== 'container') throw new Error('the workload kind memory needs containers')
  const { engine, image, agentVolume } = executionTarget
  const agent = agentPath(executionTarget)
  const names = Array.from({ length: CONTAINERS }, (_, index) => `plimsoll-${run}-${slotId}-${index}`)
  keep({ run, engine, containers: names, volumes: [], networks: [], hostDirectory: null, machineDirectory: null })
  const [entrypoint = '', ...args] = workload.run.map((word) => fill(word, { ...benchmark.params, agent }))
  const start = async (name: string) => {
    await engine.start({
      name,
      image,
      entrypoint,
      arguments: args,
      mounts: [agentMount(agentVolume)],
      labels: { [RUN_LABEL]: run },
    })
    await holding(engine, name, signal)
  }
  const read = async (name: string): Promise<MemoryReading> => {
    const { stdout, stderr } = await engine.execute(name, [agent, 'memory', '1'])
    const reading = parseReading(stdout)
    if (reading === null) throw new Problem(3, `the memory of a container could not be read: ${stdout || stderr}`)
    return reading
  }

  const [first = '', ...others] = names
  try {
    await start(first)
    const alone = await read(first)
    for (const name of others) await start(name)
    const together: MemoryReading[] = []
    for (const name of names) together.push(await read(name))
    const values = valuesOf(alone, together)
    if (!values) return failed('the kernel does not distinguish file pages from anonymous pages')
    return { ...failed(''), failure: null, values }
  } finally {
    // Running containers would reduce the memory available to the following samples.
    await engine.remove(names.map((id) => ({ kind: 'container', id, run })))
  }
}

/**
 * Parses the agent's reading of the memory.
 * @returns null for other output, such as the agent's error
 */
function parseReading(line: string): MemoryReading | null {
  try {
    const step = JSON.parse(line)
    return step?.step === 'memory' ? step : null
  } catch {
    return null
  }
}

function valuesOf(alone: MemoryReading, together: MemoryReading[]): SampleResult['values'] | null {
  const all = (name: keyof MemoryReading) => together.flatMap((reading) => reading[name] ?? [])
  const [file, anonymous] = [alone['file-pss'], alone['anonymous-pss']]
  if (file === null || anonymous === null) return null
  const [cgroupFile, cgroupAnonymous] = [all('cgroup-file'), all('cgroup-anonymous')]
  return {
    'file-alone': file,
    'anonymous-alone': anonymous,
    file: all('file-pss'),
    anonymous: all('anonymous-pss'),
    ...(cgroupFile.length > 0 && { 'cgroup-file': cgroupFile }),
    ...(cgroupAnonymous.length > 0 && { 'cgroup-anonymous': cgroupAnonymous }),
  }
}

async function holding(engine: ContainerEngine, name: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await engine.output(name)).includes('"step":"holding"')) return
    await setTimeout(100, undefined, { signal })
  }
  throw new Problem(3, `a container did not allocate its memory: ${await engine.output(name)}`)
}
