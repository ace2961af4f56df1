import { type Center, chooseCenter, formatRatio, STATISTIC_TITLES } from '@plimsoll/schema/browser'
import { barChart } from '../page-parts/charts/bar-chart.ts'
import { type RowChart, withoutBuildSuffixes } from '../page-parts/charts/row-chart.ts'
import type { Flag } from './edition.ts'
import type { PartFigures, RowFigures } from './figures.ts'
import { formatFigure } from './units.ts'

/** The bind mounts of one part of an edition, all of one machine: the answer to "which engine is fastest here?". */
export interface BindMounts {
  /** The part with these rows only: the fastest first, and flagged rows, which are not ranked, last. */
  part: PartFigures
  /** The result of `native` that the ratio of each row is to; null if the part does not have it. */
  natives: (Center | null)[]
  /** The title of the machine. */
  machine: string
  /** The flags of these rows. Their values are not compared with the others. */
  flags: Flag[]
}

/**
 * Returns the bind mounts of the part of an edition that has most of them; null if no part has two with a ratio, from
 * one machine.
 * @param isWanted whether a row is considered
 */
export function findBindMounts(
  { parts, edition: { flags } }: { parts: readonly PartFigures[]; edition: { flags: readonly Flag[] } },
  isWanted: (row: RowFigures) => boolean,
): BindMounts | null {
  const candidates = parts.filter(isOfTimes).flatMap((part) =>
    [...Map.groupBy(part.rows, ({ machine }) => machine)].flatMap(([machine, rows]) => {
      const compared = rows.filter((row) => row.scenario === 'bind' && isCompared(row) && isWanted(row))
      if (machine === null || compared.length < MIN_ROWS) return []
      const bind = {
        ...part,
        code: `${part.code}-bind`,
        rows: compared.toSorted(
          (a, b) => Number(isFlagged(a)) - Number(isFlagged(b)) || centerValue(a) - centerValue(b),
        ),
      }
      const natives = bind.rows.map(({ os, platform, work }) => {
        const platforms = [platform, `host, beside ${platform}`]
        const native = rows.find(
          (row) => row.scenario === 'native' && row.os === os && row.work === work && platforms.includes(row.platform),
        )
        return native === undefined ? null : chooseCenter(native.figures)
      })
      return [
        { part: bind, natives, machine, flags: flags.filter(({ code }) => compared.some(({ flag }) => flag === code)) },
      ]
    }),
  )
  return candidates.toSorted((a, b) => b.part.rows.length - a.part.rows.length)[0] ?? null
}

/** Whether the figures of a part are times. Of a rate, the fastest would be the largest. */
function isOfTimes({ unit }: PartFigures): boolean {
  return /^[mµn]?s$/.test(unit.short)
}

/** One row compares nothing. */
const MIN_ROWS = 2

function isFlagged({ flag }: RowFigures): boolean {
  return flag !== null
}

function isCompared({ figures }: RowFigures): boolean {
  return chooseCenter(figures) !== null && figures.ratio !== null
}

function centerValue({ figures }: RowFigures): number {
  return chooseCenter(figures)?.value ?? Number.POSITIVE_INFINITY
}

/**
 * Draws bind mounts as bars with min–max. Flagged values stand below a heading of their own; their bars are hollow, and
 * their texts end in `FLAG_SIGN`.
 */
export function bindMountChart({ part }: BindMounts): RowChart {
  const names = withoutBuildSuffixes(part.rows.map(nameEngine))
  const bars = (rows: RowFigures[]) =>
    rows.map((row) => {
      const { figures, scenario, flag } = row
      const center = chooseCenter(figures)
      const { minimum, maximum, n } = figures
      return {
        label: names.get(nameEngine(row)) ?? '',
        benchmark: nameEngine(row),
        scenario,
        color: 'bind',
        value: centerValue(row),
        range: minimum === null || maximum === null ? null : ([minimum, maximum] satisfies [number, number]),
        values: [],
        isHollow: flag !== null,
        text: describeValue(part, row),
        details: { [STATISTIC_TITLES[center?.statistic ?? 'median']]: n === null ? '' : `of ${n}` },
      }
    })
  const [flagged, ranked] = [part.rows.filter(isFlagged), part.rows.filter((row) => !isFlagged(row))]
  return barChart({
    axisTitle: part.unit.title,
    origin: 0,
    groups: [
      { label: null, bars: bars(ranked) },
      ...(flagged.length === 0 ? [] : [{ label: `${FLAG_SIGN} Not comparable`, bars: bars(flagged) }]),
    ],
  })
}

/** The sign after a flagged value. Its footnote begins with the same sign. */
export const FLAG_SIGN = '*'

/** Returns the value of a row with its ratio: `4.23 s · 1.20×`, and `FLAG_SIGN` if it is flagged. */
function describeValue(part: PartFigures, row: RowFigures): string {
  const sign = row.flag === null ? '' : ` ${FLAG_SIGN}`
  return `${formatRowValue(part, row)} · ${formatRatio(row.figures.ratio ?? Number.NaN)}${sign}`
}

/** Returns the value of a row with its unit, for example `4.23 s`. */
export function formatRowValue({ unit }: PartFigures, row: RowFigures): string {
  return `${formatFigure(centerValue(row), unit)} ${unit.short}`
}

/** Returns the engine of a row with its version: `Docker Desktop 4.37.1, VMM` for the platform `Docker Desktop, VMM`. */
export function nameEngine({ platform, engine }: RowFigures): string {
  if (engine === null || platform.includes(engine)) return platform
  const product = engine.replace(/ \S+$/, '')
  return platform.startsWith(product) ? platform.replace(product, engine) : platform
}

/** Returns the work of a row as its command: `npm install`, or `npm ci (small)` for the catalog's `npm-ci small`. */
export function nameCommand({ work }: RowFigures): string {
  return work.startsWith('npm-install') ? 'npm install' : work.replace(/^npm-ci (\w+)$/, 'npm ci ($1)')
}

/** Describes the chart of bind mounts for screen readers. */
export function describeBindMounts({ part }: BindMounts): string {
  return `${part.rows.map((row) => `${nameEngine(row)}: ${describeValue(part, row)}`).join('; ')}.`
}

/**
 * Says what the ratios are to: `1× is native: median 852 ms`, or, if native was measured beside each engine, `1× is native,
 * measured again beside each engine: 5 medians of 3.51 to 4.41 s`. A range alone would look like a minimum and a maximum.
 */
export function describeNative({ part: { unit }, natives }: Pick<BindMounts, 'part' | 'natives'>): string {
  const known = natives.filter((native) => native !== null).toSorted((a, b) => a.value - b.value)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return '1× is native'
  const [low, high] = [first, last].map(({ value }) => formatFigure(value, unit))
  const statistic = known.every((native) => native.statistic === first.statistic) ? first.statistic : 'value'
  if (low === high) return `1× is native: ${statistic} ${low} ${unit.short}`
  return `1× is native, measured again beside each engine: ${known.length} ${statistic}s of ${low} to ${high} ${unit.short}`
}

/** Returns how many samples each row has, and of how many runs: `n = 3 each`, `n = 3 to 5`, `n = 70 each, from 5 runs`. */
export function describeCounts({ part }: BindMounts): string {
  const counts = part.rows.flatMap(({ figures }) => figures.n ?? [])
  if (counts.length < part.rows.length) return 'n unknown'
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const runs = new Set(part.rows.map(({ figures }) => figures.measuredRatio?.runs ?? 1))
  const [each = 1] = runs.size === 1 ? runs : []
  return `n = ${least === most ? `${most} each` : `${least} to ${most}`}${each === 1 ? '' : `, from ${each} runs`}`
}
