import { KIND_IMAGE_TARGETS } from '../../read-catalog/kind-image-targets.ts'
import type { KindName } from '../../read-catalog/workload.ts'
import type { BenchmarkSetting, Sampler } from '../take-sample.ts'
import { takeCommand } from './command.ts'
import { takeContainerStart } from './container-start.ts'
import { takeFileEvents } from './file-events.ts'
import { takeImagePull } from './image-pull.ts'
import { takeMemory } from './memory.ts'
import { takeNetwork } from './network.ts'

/** The services that a kind of workload needs in addition to its benchmark. */
interface KindServices {
  /** Prepares an image of Plimsoll's own Dockerfile in the benchmark's engine, and returns it. */
  image(target: string): Promise<string>
}

/**
 * Adds the function that takes samples to a benchmark's setting.
 * @throws Problem (3) if something that the kind needs is unavailable
 */
export async function withSampler(
  setting: Omit<BenchmarkSetting, 'take'>,
  services: KindServices,
): Promise<BenchmarkSetting> {
  const take = await SAMPLERS[setting.workload.kind](services)
  const whole: BenchmarkSetting = { ...setting, take: (...args) => take(whole, ...args) }
  return whole
}

type KindSampler = (setting: BenchmarkSetting, ...args: Parameters<Sampler>) => ReturnType<Sampler>

const SAMPLERS: Record<KindName, (services: KindServices) => Promise<KindSampler>> = {
  command: async () => takeCommand,
  'container-start': async () => takeContainerStart,
  'file-events': async () => takeFileEvents,
  'image-pull': async ({ image }) => {
    const registry = await image(KIND_IMAGE_TARGETS['image-pull'])
    return (setting, ...args) => takeImagePull(setting, ...args, registry)
  },
  memory: async () => takeMemory,
  network: async () => takeNetwork,
}
