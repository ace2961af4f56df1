import { isSameMemory } from '../memory.ts'

/** A recorded value; null if the document does not record it. */
export type FactValue = string | number | boolean | null

/** The subject of a fact: an engine, an image or a benchmark, with its display name. */
export interface Subject {
  kind: 'engine' | 'image' | 'benchmark'
  name: string
}

/** A property that two documents record and that may affect the times. */
export interface Fact {
  what: string
  /** Null: the fact is about the run and its host. */
  of: Subject | null
  a: FactValue
  b: FactValue
  /** The unit of the values, if they are amounts. */
  unit?: 'bytes'
  /** Null if neither document records the value. */
  same: boolean | null
  /** One sentence about the consequence, if there is one. */
  effect?: string
}

/** The id of an engine, or both ids if they differ between the documents: `docker / podman`. */
export function bothIds(a: string, b: string): string {
  return a === b ? a : `${a} / ${b}`
}

/** For a thing that is known to be absent. */
export const NONE = 'none'

/**
 * Creates a fact. A value that only one document records is a difference, because unknown is not equal. `equal`
 * compares two recorded values.
 */
export function fact(
  what: string,
  a: FactValue | undefined,
  b: FactValue | undefined,
  { equal = Object.is, ...more }: Partial<Pick<Fact, 'of' | 'unit' | 'effect'>> & { equal?: Equal } = {},
): Fact {
  const [left, right] = [known(a), known(b)]
  const same = left === null && right === null ? null : left !== null && right !== null && equal(left, right)
  return { what, of: null, a: left, b: right, same, ...more }
}

type Equal = (a: NonNullable<FactValue>, b: NonNullable<FactValue>) => boolean

/** The unit of a fact about memory, and the comparison of two amounts. */
export const MEMORY: { unit: 'bytes'; equal: Equal } = {
  unit: 'bytes',
  equal: (a, b) => isSameMemory(Number(a), Number(b)),
}

/** Returns a comparison that treats numbers as equal if they differ by at most `apart`. */
export function within(apart: number): Equal {
  return (a, b) => Math.abs(Number(a) - Number(b)) <= apart
}

function known(value: FactValue | undefined): FactValue {
  return value === undefined || value === 'unknown' ? null : value
}
