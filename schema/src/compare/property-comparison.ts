import { isSameMemory } from '../memory.ts'

/** A recorded value; null if the document does not record it. */
export type PropertyValue = string | number | boolean | null

/** The subject of a property, with its display name. */
export interface Subject {
  kind: 'engine' | 'image' | 'benchmark' | 'storage' | 'processes'
  name: string
}

/** What a property describes. */
export type Part = 'machine' | 'run'

/** A property that two documents record and that may affect the times. */
export interface PropertyComparison {
  what: string
  /** Whether the property is one of the machine (host, engine, image), or of the run (suite, project, design). */
  part: Part
  /** The subject of the property. Null if the property is that of the whole host or of the whole run. */
  of: Subject | null
  a: PropertyValue
  b: PropertyValue
  /** The unit of the values, if the values are amounts. */
  unit?: 'bytes'
  /** Whether the two values are the same. Null if neither document records the value. */
  same: boolean | null
  /** One sentence about the consequence, if there is one. */
  effect?: string
}

/** The id of an engine. If the documents use different ids, both ids: `docker / podman`. */
export function bothIds(a: string, b: string): string {
  return a === b ? a : `${a} / ${b}`
}

/** The value of a property that is known to be absent. */
export const NONE = 'none'

/**
 * Compares one property, of the machine unless `part` says otherwise. A value that only one document records is a
 * difference, because unknown is not equal. `equal` compares two recorded values.
 */
export function compareProperty(
  what: string,
  a: PropertyValue | undefined,
  b: PropertyValue | undefined,
  {
    equal = Object.is,
    ...more
  }: Partial<Pick<PropertyComparison, 'part' | 'of' | 'unit' | 'effect'>> & {
    equal?: Equality
  } = {},
): PropertyComparison {
  const [left, right] = [known(a), known(b)]
  const same = left === null && right === null ? null : left !== null && right !== null && equal(left, right)
  return { what, part: 'machine', of: null, a: left, b: right, same, ...more }
}

type Equality = (a: NonNullable<PropertyValue>, b: NonNullable<PropertyValue>) => boolean

/** The unit of a memory property, and the function that compares two amounts of memory. */
export const MEMORY: { unit: 'bytes'; equal: Equality } = {
  unit: 'bytes',
  equal: (a, b) => isSameMemory(Number(a), Number(b)),
}

/** Returns a comparison that treats numbers as equal if they differ by at most `apart`. */
export function within(apart: number): Equality {
  return (a, b) => Math.abs(Number(a) - Number(b)) <= apart
}

function known(value: PropertyValue | undefined): PropertyValue {
  return value === undefined || value === 'unknown' ? null : value
}
