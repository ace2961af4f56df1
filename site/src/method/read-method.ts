import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Interval } from '@plimsoll/schema'
import { binomialInterval } from '@plimsoll/schema/statistics'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { findSection, parseMarkdown, type Token } from '../markdown/parse.ts'
import { renderMarkdown } from '../markdown/render.ts'

/**
 * Returns the sections on method in the project's README files, as HTML by their id on the page, so that the site has no
 * second copy of them. The page computes the table of the checks with a known result from their outcomes.
 * @param repository the directory of the repository
 */
export function readMethod(repository: string) {
  const readme = parseMarkdown(readFileSync(path.join(repository, 'README.md'), 'utf8'))
  const schema = parseMarkdown(readFileSync(path.join(repository, 'schema', 'README.md'), 'utf8'))
  const rates = findSection(schema, 'How often it is wrong')
  const real = rates.findIndex(({ raw }) => raw.includes('checks with a known result'))
  return {
    measuring: render(findSection(readme, 'What makes the number true')),
    ratios: render(findSection(schema, 'How often the ratios of a run are wrong')),
    predicted: render(findSection(schema, 'How often one more run is predicted')),
    histories: render(findSection(schema, 'How often a history shows a change')),
    deciding: render(findSection(schema, 'How samples become a verdict')),
    wrong: render(rates.slice(0, real)),
    truth: render(rates.slice(real).filter(({ type }) => type !== 'table')),
    slots: render(findSection(schema, 'Why fresh slots')),
  }
}

function render(tokens: Token[]): string {
  return renderMarkdown(tokens, { resolveLink }).text
}

/**
 * Returns the target of a link. Headings of a README become sections of the page with other anchors. Links to files of
 * the repository have no target, because these files are not part of a registry.
 */
function resolveLink(link: string): string | null {
  if (link === '#why-fresh-slots') return '#slots'
  if (link.endsWith('run.v1.schema.json')) return 'schema/run/v1.json'
  return /^https:/.test(link) ? link : null
}

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
 * Reads the results of the published checks whose true result is known.
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

/**
 * The levels of p for which null pairs are counted. A null pair compares the base of a check with itself. A check is
 * unreliable if the p-value of its null pair is at or below the first level.
 */
const LEVELS = [0.01, 0.05]

/**
 * The results of the null pairs of all published checks. A null pair measures the base against itself, so there is no
 * true difference.
 */
export interface NullPairs {
  checks: number
  /**
   * For each level, the share of null pairs whose p-value is at or below it. Because a null pair compares equal
   * variants, the expected share equals the level.
   */
  shares: (Share & { level: number })[]
}

/**
 * Counts null pairs. Withdrawn and superseded runs are included, because leaving out unwelcome runs would bias the
 * rate. Generated runs are not, because no machine measured them.
 */
export async function countNullPairs(reader: PrismaClient): Promise<NullPairs> {
  const checks = await reader.run.count({ where: { nullPairP: { gte: 0 }, generated: false } })
  const shares = await Promise.all(
    LEVELS.map(async (level) => {
      const hits = await reader.run.count({ where: { nullPairP: { gte: 0, lte: level }, generated: false } })
      const interval = checks === 0 ? ([0, 1] as [number, number]) : binomialInterval(hits, checks)
      return { level, what: `p at most ${Math.round(100 * level)}%`, hits, of: checks, interval }
    }),
  )
  return { checks, shares }
}
