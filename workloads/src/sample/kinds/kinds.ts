import { TARGETS_OF_KINDS } from '../../catalog/kind-image-targets.ts'
import type { KindName } from '../../catalog/workload.ts'
import type { BenchmarkSetting, Taker } from '../take-sample.ts'
import { takeCommand } from './command.ts'
import { takeContainerStart } from './container-start.ts'
import { takeFileEvents } from './file-events.ts'
import { takeImagePull } from './image-pull.ts'
import { takeMemory } from './memory.ts'
import { takeNetwork } from './network.ts'

/** Services for a kind besides its benchmark. */
interface Workshop {
  /** Prepares an image of Plimsoll's own Dockerfile in the benchmark's engine, and returns it. */
  image(target: string): Promise<string>
}

/**
 * Adds the function that takes samples to a benchmark's setting.
 * @throws Problem (3) if something that the kind needs is unavailable
 */
export async function withTaker(
  setting: Omit<BenchmarkSetting, 'take'>,
  workshop: Workshop,
): Promise<BenchmarkSetting> {
  const take = await TAKERS[setting.workload.kind](workshop)
  const whole: BenchmarkSetting = { ...setting, take: (...args) => take(whole, ...args) }
  return whole
}

type TakeFor = (setting: BenchmarkSetting, ...args: Parameters<Taker>) => ReturnType<Taker>

const TAKERS: Record<KindName, (workshop: Workshop) => Promise<TakeFor>> = {
  command: async () => takeCommand,
  'container-start': async () => takeContainerStart,
  'file-events': async () => takeFileEvents,
  'image-pull': async ({ image }) => {
    const registry = await image(TARGETS_OF_KINDS['image-pull'])
    return (setting, ...args) => takeImagePull(setting, ...args, registry)
  },
  memory: async () => takeMemory,
  network: async () => takeNetwork,
}
