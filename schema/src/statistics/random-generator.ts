/** A stream of pseudo-random integers. The same seed gives the same stream on every machine. */
export interface Generator {
  /** Returns a uniform integer from 0 to 2³² − 1. */
  next(): number
  /** Returns a uniform integer from 0 to `bound` − 1, without bias. `bound` must be from 1 to 2³². */
  below(bound: number): number
}

/**
 * xoshiro128** 1.1 (Blackman and Vigna, https://prng.di.unimi.it/xoshiro128starstar.c). SplitMix64 fills its state from
 * the 64-bit number `stream` · 2³² + `seed`; stream 0 has the values of `seed_from_u64` in Rust's rand_xoshiro. `seed`
 * and `stream` are integers from 0 to 2³² − 1. Each stream of a seed is a separate sequence.
 */
export function randomGenerator(seed: number, stream = 0): Generator {
  return fromState(splitMix((BigInt(stream) << 32n) | BigInt(seed)))
}

type State = readonly [number, number, number, number]

/** Returns the generator in a given state. A state is four integers from 0 to 2³² − 1, not all 0. */
export function fromState(state: State): Generator {
  // The state is kept as signed 32-bit integers, because larger numbers cost one allocation each.
  const words = Int32Array.from(state)
  // Values above the last whole multiple of the bound would favour small results, so they are drawn again.
  let current = 1
  let limit = 2 ** 32
  function next(): number {
    const b = words[1] as number
    const e = (words[2] as number) ^ (words[0] as number)
    const f = (words[3] as number) ^ b
    words[0] = (words[0] as number) ^ f
    words[1] = b ^ e
    words[2] = e ^ (b << 9)
    words[3] = rotate(f, 11)
    return Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
  }
  function below(bound: number): number {
    if (bound !== current) {
      current = bound
      limit = 2 ** 32 - (2 ** 32 % bound)
    }
    for (;;) {
      const value = next()
      // The result is the remainder of value ÷ bound. It is exact, because value ÷ bound is never rounded up to a whole
      // number. This way is faster than `%`.
      if (value < limit) return value - bound * Math.floor(value / bound)
    }
  }
  return { next, below }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}

/**
 * Returns two outputs of SplitMix64 (https://prng.di.unimi.it/splitmix64.c), each split into its low and its high half.
 */
function splitMix(seed: bigint): State {
  const halves: number[] = []
  for (const step of [1n, 2n]) {
    let z = BigInt.asUintN(64, seed + step * 0x9e3779b97f4a7c15n)
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
    z ^= z >> 31n
    halves.push(Number(z & 0xffffffffn), Number(z >> 32n))
  }
  return halves as unknown as State
}
