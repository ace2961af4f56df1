/** How often something happened, of how many times it could have. */
export interface Count {
  hits: number
  of: number
}

/** What was counted in the checks of one scenario. */
export interface Tally {
  counts: Record<string, Count>
  /** Of each check, the smallest α at which interleaved Welch would have raised a false alarm. */
  welchFalse: number[]
  /** Of each benchmark that changed, the smallest α at which interleaved Welch would have found it. */
  welchFound: number[]
}

export function emptyTally(): Tally {
  return { counts: {}, welchFalse: [], welchFound: [] }
}

/** Count `hits` of `of` more under a name. */
export function count({ counts }: Tally, name: string, hits: number, of = 1): void {
  const { hits: hitsBefore, of: before } = counts[name] ?? { hits: 0, of: 0 }
  counts[name] = { hits: hitsBefore + hits, of: before + of }
}

/** Add what was counted in other checks of the same scenario. */
export function addTally(total: Tally, more: Tally): void {
  for (const [name, { hits, of }] of Object.entries(more.counts)) count(total, name, hits, of)
  total.welchFalse.push(...more.welchFalse)
  total.welchFound.push(...more.welchFound)
}

/** The share of the changed benchmarks that Welch finds at the level at which it is wrong as often as `falseAlarms` says. */
export function welchAtEqualLevel({ welchFalse, welchFound }: Tally, falseAlarms: Count): Count {
  const allowed = Math.round((falseAlarms.hits / falseAlarms.of) * welchFalse.length)
  const level = welchFalse.toSorted((a, b) => a - b)[allowed] ?? 1
  // Below the level of the first false alarm that is one too many.
  return { hits: welchFound.filter((smallest) => smallest < level).length, of: welchFound.length }
}
