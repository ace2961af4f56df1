/** How often an event happened (`hits`), and how often it could have happened (`of`). */
export interface Count {
  hits: number
  of: number
}

/** The counts from the checks of one scenario, or from the runs with one kind of noise. */
export interface Tally {
  counts: Record<string, Count>
  /** For each check, the smallest α at which Welch's test raises a false alarm on interleaved times. */
  welchFalse: number[]
  /** For each changed benchmark, the smallest α at which Welch's test finds the change on interleaved times. */
  welchFound: number[]
}

export function emptyTally(): Tally {
  return { counts: {}, welchFalse: [], welchFound: [] }
}

/** Adds `hits` out of `of` trials to a counter. */
export function count({ counts }: Tally, name: string, hits: number, of = 1): void {
  const { hits: hitsBefore, of: before } = counts[name] ?? { hits: 0, of: 0 }
  counts[name] = { hits: hitsBefore + hits, of: before + of }
}

/** Returns the sum of counters. */
export function poolCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, { hits, of }) => ({ hits: sum.hits + hits, of: sum.of + of }), { hits: 0, of: 0 })
}

/**
 * The share of the changed benchmarks that Welch's test finds. It uses the level at which the test's false-alarm rate
 * equals `falseAlarms`.
 */
export function welchAtEqualLevel({ welchFalse, welchFound }: Tally, falseAlarms: Count): Count {
  const allowed = Math.round((falseAlarms.hits / falseAlarms.of) * welchFalse.length)
  const level = welchFalse.toSorted((a, b) => a - b)[allowed] ?? 1
  // The comparison is strict, because the level itself would raise one false alarm too many.
  return { hits: welchFound.filter((smallest) => smallest < level).length, of: welchFound.length }
}
