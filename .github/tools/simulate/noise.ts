import type { Generator } from '@plimsoll/schema/statistics'

export const NOISE_MODELS = ['iid', 'drift', 'spikes', 'bimodal'] as const
export type NoiseModel = (typeof NOISE_MODELS)[number]

/**
 * Returns the logarithms of `count` consecutive times of the same work, with a coefficient of variation of `cv` (0.1 is
 * 10%). In each model, the logarithm has a normal part, so times are positive and skewed to the slow side.
 * - iid: independent lognormal times.
 * - drift: half of the variance is independent, and half is a random walk over the samples. Examples are a host that
 * warms up, and another program that comes and goes.
 * - spikes: iid, and one time in twenty is 1.5 to 3 times as long. Examples are a cache that is written back, and a
 * scheduling error.
 * - bimodal: iid, and three times in ten, independently, are 20% longer. Examples are two kinds of core, and two memory
 * layouts. Modes that last for many samples are drift.
 */
export function noiseSeries(model: NoiseModel, cv: number, count: number, generator: Generator): number[] {
  const sigma = Math.sqrt(Math.log1p(cv ** 2))
  const noise = normals(count, generator)
  switch (model) {
    case 'iid':
      return noise.map((z) => sigma * z)
    case 'drift': {
      const walk = randomWalk(count, generator)
      return noise.map((z, index) => sigma * Math.SQRT1_2 * (z + (walk[index] as number)))
    }
    case 'spikes':
      return noise.map((z) => sigma * z + (uniform(generator) < 0.05 ? Math.log(1.5 + 1.5 * uniform(generator)) : 0))
    case 'bimodal':
      return noise.map((z) => sigma * z + (uniform(generator) < 0.3 ? Math.log(1.2) : 0))
  }
}

/**
 * Returns the logarithms of `count` consecutive times, lognormal with a coefficient of variation of `cv`. Neighbours
 * have the given correlation (an autoregressive process of order 1, in equilibrium from the first time on).
 */
export function correlatedSeries(correlation: number, cv: number, count: number, generator: Generator): number[] {
  const sigma = Math.sqrt(Math.log1p(cv ** 2))
  const fresh = Math.sqrt(1 - correlation ** 2)
  let last = 0
  return normals(count, generator).map((z, index) => {
    last = index === 0 ? z : correlation * last + fresh * z
    return sigma * last
  })
}

/** Returns independent standard normal values (Box and Muller 1958). */
export function normals(count: number, generator: Generator): number[] {
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - uniform(generator))) * Math.cos(2 * Math.PI * uniform(generator)),
  )
}

/** Returns a random walk with normal steps, shifted and scaled to mean 0 and variance 1 over its length. */
function randomWalk(count: number, generator: Generator): number[] {
  let position = 0
  const walk = normals(count, generator).map((step) => (position += step))
  const centre = walk.reduce((sum, value) => sum + value, 0) / count
  const spread = Math.sqrt(walk.reduce((sum, value) => sum + (value - centre) ** 2, 0) / count)
  return walk.map((value) => (value - centre) / spread)
}

/** Returns a uniform number in [0, 1). */
function uniform(generator: Generator): number {
  return generator.next() / 2 ** 32
}
