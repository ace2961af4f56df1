import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Interval } from '@plimsoll/schema'

/** The results of the published checks whose true result is known: how often each outcome occurred. */
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
  /** The 95% Clopper–Pearson interval of the share. */
  interval: Interval
}

/**
 * Reads the results of checks from the output of `plimsoll simulate --real`.
 * @param repository the repository's directory
 */
export function readKnownTruth(repository: string): KnownTruth {
  const file = path.join(repository, 'examples', 'known-truth', 'outcomes.json')
  const { experiment, outcomes, shares } = JSON.parse(readFileSync(file, 'utf8')) as {
    experiment: { seed: number; engine: string }
    outcomes: unknown[]
    shares: Share[]
  }
  return { seed: experiment.seed, engine: experiment.engine, checks: outcomes.length, shares }
}
