import { chooseCenter, STATISTIC_TITLES } from '@plimsoll/schema/browser'
import type { RowChart } from '../page-parts/charts/row-chart.ts'
import type { Heading } from '../page-parts/charts/stand-alone.ts'
import { FLAG_SIGN } from './bind-mounts.ts'
import type { Edition, Flag } from './edition.ts'
import type { PartFigures } from './figures.ts'
import { describePart, findCommonSystem, shownFlags } from './part-chart.ts'

/**
 * Returns the heading of the chart of a part in a file of its own. It says what the page around the chart would say: what
 * the numbers are, which are better, what the marks are, and what the sign of a flag means.
 */
export function partHeading(edition: Edition, part: PartFigures, chart: RowChart): Heading {
  const notes = describeFlags(shownFlags(part, edition.flags))
  const system = findCommonSystem(part) ?? ''
  // The title of an edition may name the system.
  const systems = edition.title.includes(system) ? [] : [`on ${system}`]
  // The title of an only part need not say more than "Results".
  const [subject, ...context] = edition.parts.length === 1 ? [edition.title] : [part.title, edition.title]
  return {
    title: `${subject}: ${describeNumbers(part)}`,
    subtitle: joinNotes([...[...describeMarks(chart, part), ...context, ...systems], ...[creditOf(edition), ...notes]]),
    description: `${describePart(part)} Edition ${edition.name}, ${edition.digest}.`,
  }
}

/** Says who measured and when, and whose picture it is: a chart may stand on a page that says neither. */
function creditOf({ citation, authors = [], published, name }: Edition): string {
  if (citation !== null) return `drawn by Plimsoll, edition ${name}`
  return [...authors, published, `Plimsoll edition ${name}`].join(', ')
}

/** Returns the numbers that a chart shows and which of them are better: `median, lower is better`. */
export function describeNumbers(part: PartFigures): string {
  const better = betterOf(part)
  return `${nameStatistic(part)}${better === null ? '' : `, ${better} is better`}`
}

/** Returns the numbers that a chart shows: medians, means that a source states, or single values. */
export function nameStatistic({ chart, reference, rows }: PartFigures): string {
  if (chart === 'ratios') return `ratio to ${reference}`
  if (rows.every(({ figures }) => figures.n === 1)) return 'one value each'
  const statistics = new Set(rows.flatMap(({ figures }) => chooseCenter(figures)?.statistic ?? []))
  return [...statistics].map((statistic) => STATISTIC_TITLES[statistic]).join(' or ') || 'upper bound'
}

/** Which values of a part are better; null if that depends, as of a share that should meet a target. */
function betterOf({ rows, unit, target, chart }: PartFigures): string | null {
  if (target !== undefined || chart === 'ratios') return null
  // Rows with figures that only the source states have no metric, which would say it.
  const byUnit = /\/s$/.test(unit.short) ? 'higher' : /^[mµn]?s$/.test(unit.short) ? 'lower' : null
  const [better = null, ...others] = new Set(rows.map(({ better }) => better ?? byUnit))
  return others.length === 0 ? better : null
}

/** Says what the marks of a chart are, apart from its bars. */
export function describeMarks({ data }: RowChart, { chart }: Pick<PartFigures, 'chart'>): string[] {
  const has = (name: string) => (data[name] ?? []).length > 0
  return [
    ...(has('ranges') ? [`whiskers: ${chart === 'error-bars' ? '95% interval' : 'min–max'}`] : []),
    ...(has('values') ? ['dots: samples'] : []),
    ...(has('boxes') ? ['boxes: quartiles', 'whiskers: up to 1.5 box lengths', 'dots: values beyond'] : []),
    ...(has('samples') ? ['dots: samples, hollow if warm-up', 'stroke: median'] : []),
  ]
}

/** Joins the short texts below the title of a chart. */
export function joinNotes([first = '', ...others]: readonly string[]): string {
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...others].join(' · ')
}

/** Returns what `FLAG_SIGN` means on a chart, as few short texts. */
export function describeFlags(flags: readonly Flag[]): string[] {
  return flags.length > MAX_FLAGS ? [`${FLAG_SIGN} flagged: see the edition`] : flags.map(footnoteOf)
}

/** More flags than this are explained on the page of the edition only. */
const MAX_FLAGS = 2

/** Returns the meaning of a flag: `* copy not timed: With synchronized file shares, the timer …`, without a full stop. */
function footnoteOf({ title, text }: Flag): string {
  const [first = ''] = text.split(/(?<=\.) /)
  return `${FLAG_SIGN} ${title}: ${first.replace(/\.$/, '')}`
}
