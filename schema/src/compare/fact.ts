import { isSameMemory } from '../memory.ts'

/** A recorded value; null where the document does not say. */
export type FactValue = string | number | boolean | null

/** What a fact is about: an engine, an image or a benchmark, by a name for people. */
export interface Subject {
  kind: 'engine' | 'image' | 'benchmark'
  name: string
}

/** One thing that two documents record and that may make their times differ. */
export interface Fact {
  what: string
  /** null: it is about the run and its machine. */
  of: Subject | null
  a: FactValue
  b: FactValue
  /** Of the values, where they are an amount. */
  unit?: 'bytes'
  /** null where neither document says: nobody knows whether it is the same. */
  same: boolean | null
  /** One sentence about what follows, where something does. */
  effect?: string
}

/** The id of an engine in both documents, or both ids: `docker / podman`. */
export function bothIds(a: string, b: string): string {
  return a === b ? a : `${a} / ${b}`
}

/** For what certainly was not there. */
export const NONE = 'none'

/** One fact. A value of one side alone is a difference: unknown is not equal. `equal` says when two values are. */
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

/** How a fact about memory is shown, and when it is the same. */
export const MEMORY: { unit: 'bytes'; equal: Equal } = {
  unit: 'bytes',
  equal: (a, b) => isSameMemory(Number(a), Number(b)),
}

/** Equal where two numbers are at most `apart` from each other. */
export function within(apart: number): Equal {
  return (a, b) => Math.abs(Number(a) - Number(b)) <= apart
}

function known(value: FactValue | undefined): FactValue {
  return value === undefined || value === 'unknown' ? null : value
}
