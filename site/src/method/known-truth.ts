import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Interval } from '@plimsoll/schema'

/** What the published checks of known truth come to: how often something happened that should, or should not. */
export interface KnownTruth {
  seed: number
  engine: string
  checks: number
  shares: Share[]
}

export interface Share {
  what: string
  hits: number
  of: number
  /** 95%, Clopper and Pearson. */
  interval: Interval
}

/** Reads them from what `plimsoll simulate --real` wrote. @param repository its directory */
export function readKnownTruth(repository: string): KnownTruth {
  const file = path.join(repository, 'examples', 'known-truth', 'outcomes.json')
  const { experiment, outcomes, shares } = JSON.parse(readFileSync(file, 'utf8')) as {
    experiment: { seed: number; engine: string }
    outcomes: unknown[]
    shares: Share[]
  }
  return { seed: experiment.seed, engine: experiment.engine, checks: outcomes.length, shares }
}
