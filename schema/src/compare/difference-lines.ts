import { formatAmount } from '../format.ts'
import type { Comparison } from './compare.ts'
import type { Part, PropertyComparison, PropertyValue } from './property-comparison.ts'

/** The titles of the parts of a comparison. */
export const PART_TITLES: Record<Part, string> = { machine: 'Machines', run: 'Runs' }

/** One difference, formatted for display. */
export interface DifferenceLine {
  /** The subject of the difference: `host`, `run`, for example `engine docker`, or `4 of 16 common benchmarks`. */
  of: string
  /** The names of the benchmarks, if the line is about several; else empty. */
  benchmarks: string[]
  what: string
  a: string
  b: string
}

/** The differences of a comparison, and all pairs of benchmarks. */
type Compared = Pick<Comparison, 'differences' | 'benchmarks'>

/** Returns one line per difference. If several benchmarks have the same difference, they share one line. */
export function differenceLines({ differences, benchmarks: all }: Compared): DifferenceLine[] {
  return together(differences, all.length, ({ what, a, b }) => [what, a, b]).map(
    ({ property: { what, a, b, unit }, subject, benchmarks }) => ({
      of: subject,
      benchmarks,
      what,
      a: valueText(a, unit),
      b: valueText(b, unit),
    }),
  )
}

/** Returns one sentence for each difference that has a consequence. */
export function differenceEffects({ differences, benchmarks }: Compared): string[] {
  return together(
    differences.filter(({ effect }) => effect !== undefined),
    benchmarks.length,
    ({ what, effect }) => [what, effect],
  ).map(
    ({ property: { what, effect }, subject, benchmarks: names }) =>
      `${nameSubject({ of: subject, benchmarks: names })} · ${what}: ${effect}`,
  )
}

/** The properties that explain most differences of times. The others are many, and seldom do. */
const MATTER = new Set([
  ...['operating system', 'architecture', 'CPU model', 'CPU count', 'memory', 'power', 'virtualization', 'accelerator'],
  ...['engine', 'product', 'version', 'VM type', 'mount type', 'CPUs', 'storage driver'],
  ...['target file system', 'file system', 'journal', 'disk'],
  ...['project', 'commit of the project', 'suite', 'version of the suite', 'origin', 'status'],
])

/** Whether a difference belongs into a short list. */
export function matters({ what, of, effect }: PropertyComparison): boolean {
  return of?.kind !== 'image' && (effect !== undefined || of?.kind === 'benchmark' || MATTER.has(what))
}

/** The number of benchmarks that the title of a line names. */
const MAX_NAMED = 2

/**
 * Returns the subject of a line. Some of the common benchmarks have the names of the first ones:
 * `4 of 16 common benchmarks (npm-ci small · native, npm-ci small · bind · docker, …)`.
 */
export function nameSubject({ of, benchmarks }: Pick<DifferenceLine, 'of' | 'benchmarks'>): string {
  if (benchmarks.length === 0 || of.startsWith('all ')) return of
  const more = benchmarks.length > MAX_NAMED ? ['…'] : []
  return `${of} (${[...benchmarks.slice(0, MAX_NAMED), ...more].join(', ')})`
}

/**
 * States which properties are the same, and which properties neither document records. Each statement is one sentence.
 */
export function agreementRemarks({ same, unknown }: Pick<Comparison, 'same' | 'unknown'>): string[] {
  return [
    ...(same.length > 0
      ? [`The same (memory to 10%, load to half the CPUs, stolen CPU time to 1%): ${namesOf(same)}.`]
      : []),
    ...(unknown.length > 0 ? [`Recorded in neither document: ${namesOf(unknown)}.`] : []),
  ]
}

/** Warnings to show before any figure. */
export function comparisonWarnings({ emulated, corresponding, unreliable }: Comparison): string[] {
  return [
    ...unreliable.map(
      ({ in: name, workloads }) =>
        `${name} did not measure equal things as equal, or too imprecisely, or on ground that slowed its samples, in ${workloads.join(', ')}. A difference there can be that of a disturbance, so it has no ratio.`,
    ),
    ...emulated.map(
      ({ product, in: document }) => `The CPU of ${product} is emulated in ${document}, so its times have no ratio.`,
    ),
    ...(corresponding === null
      ? []
      : [
          `A has only the engine ${corresponding.a}, and B has only ${corresponding.b}. So a benchmark of one is compared with the same benchmark of the other.`,
        ]),
  ]
}

/**
 * Groups properties of several benchmarks that have the same values. The first property of a group stands for the
 * group.
 * @param pairs the number of benchmarks that both documents contain
 */
function together(
  properties: PropertyComparison[],
  pairs: number,
  sayingOf: (property: PropertyComparison) => unknown[],
): { property: PropertyComparison; subject: string; benchmarks: string[] }[] {
  const groups = Map.groupBy(properties, (property) =>
    JSON.stringify([
      property.part,
      property.of?.kind,
      property.of?.kind === 'benchmark' ? null : property.of?.name,
      ...sayingOf(property),
    ]),
  )
  return [...groups.values()].map((group) => {
    const property = group[0] as PropertyComparison
    if (group.length === 1) return { property, subject: describeSubject(property), benchmarks: [] }
    return {
      property,
      subject: `${group.length === pairs ? 'all' : `${group.length} of`} ${pairs} common benchmarks`,
      benchmarks: group.flatMap(({ of }) => of?.name ?? []),
    }
  })
}

/** Returns the subject of a property: `host`, `run`, or for example `engine docker`. */
export function describeSubject({ part, of }: Pick<PropertyComparison, 'part' | 'of'>): string {
  return of === null ? SUBJECTS[part] : `${of.kind} ${of.name}`
}

const SUBJECTS: Record<Part, string> = { machine: 'host', run: 'run' }

/** Lists the names of properties by subject. If the subject is a benchmark, only counts the benchmarks. */
function namesOf(properties: PropertyComparison[]): string {
  const bySubject = Map.groupBy(properties, (property) =>
    property.of?.kind === 'benchmark' ? 'benchmarks' : describeSubject(property),
  )
  return [...bySubject].map(([subject, group]) => `${subject}: ${countedNames(group).join(', ')}`).join('; ')
}

function countedNames(properties: PropertyComparison[]): string[] {
  const byName = Map.groupBy(properties, ({ what }) => what)
  return [...byName].map(([what, { length }]) => (length === 1 ? what : `${what} (${length})`))
}

function valueText(value: PropertyValue, unit: PropertyComparison['unit']): string {
  if (value === null) return 'unknown'
  if (typeof value === 'number') return unit === undefined ? String(value) : formatAmount(value, unit)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // Twelve hexadecimal digits are enough to distinguish two digests or commits. The output in CSV and JSON has all
  // digits.
  return value.replace(/^((?:sha256:)?[0-9a-f]{12})[0-9a-f]{28,52}$/, '$1…')
}
