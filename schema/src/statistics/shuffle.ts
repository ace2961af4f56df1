import type { Generator } from './random-generator.ts'

/**
 * Returns a copy of `items` in random order, with equal probability for every order (Fisher and Yates; Durstenfeld
 * 1964).
 */
export function shuffle<T>(items: readonly T[], generator: Generator): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const chosen = generator.below(last + 1)
    const item = shuffled[chosen] as T
    shuffled[chosen] = shuffled[last] as T
    shuffled[last] = item
  }
  return shuffled
}
