// The limits and parsers of a run's settings. Flags of the command and inputs of the action use them.
import { revealInvisible } from '@plimsoll/schema'
import { type Budget, parseBudget } from '@plimsoll/workloads'

/** The smallest and the largest allowed value, both inclusive. */
export type Limits = readonly [least: number, most: number]

/**
 * The limits of the number of measured rounds in a plain run. A check, which compares two variants, has narrower
 * limits.
 */
export const ROUNDS: Limits = [1, 1000]
/** The limits of a seed for shuffling: a seed is an unsigned 32-bit integer. */
export const SEED: Limits = [0, 2 ** 32 - 1]
/** The upper limits of the settings alpha and threshold. Each setting must also be above 0. */
export const MAX_ALPHA = 0.5
export const MAX_THRESHOLD = 10
/** The maximum length of an author's name, as in a run document. */
const MAX_AUTHOR = 500

/** A setting that is one value. Its flag and its input read the same texts, and state the same allowed values. */
export interface Setting<Value> {
  /** The allowed values, as the end of a sentence. */
  takes: string
  /** @returns null if the text is no allowed value */
  parse(text: string): Value | null
}

/** A whole number within the limits. */
export function wholeNumber([least, most]: Limits): Setting<number> {
  return {
    takes: `a whole number from ${least} to ${most}`,
    parse(text) {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= least && value <= most ? value : null
    },
  }
}

/** A share such as `5%` or `0.05`, above 0 and at most `most`. */
export function share(most: number): Setting<number> {
  return {
    takes: `a share such as 5% or 0.05, above 0 and at most ${100 * most}%`,
    parse(text) {
      const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
      const value = Number(digits) / (percent ? 100 : 1)
      return digits === undefined || value <= 0 || value > most ? null : value
    },
  }
}

/** A name of a person or an organisation, as a run document can have it. */
export const AUTHOR: Setting<string> = {
  takes: `a name of at most ${MAX_AUTHOR} visible characters`,
  parse: (text) =>
    text.trim() !== '' && text.length <= MAX_AUTHOR && !/[\n\t]/.test(text) && revealInvisible(text) === text
      ? text
      : null,
}

export const BUDGET: Setting<Budget> = { takes: 'a time such as 90s, 10m or 1h30m', parse: parseBudget }

/**
 * Parses `name=value`. The value may contain any characters.
 * @returns null for any other text
 */
export function parseParam(text: string): { name: string; value: string } | null {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? null : { name, value }
}

/**
 * The specification of one variant of a check, which compares two variants. If a member is absent, the variant uses the
 * current value.
 */
export interface VariantSpec {
  engine?: string
  image?: string
  dir?: string
}

/**
 * Parses the specification of a variant, such as `engine=docker,image=debian:13`.
 * @returns null for any other text, and for a repeated name
 */
export function parseVariantSpec(text: string): VariantSpec | null {
  const spec: VariantSpec = {}
  for (const part of text.split(',')) {
    const [, key, value] = /^(engine|image|dir)=(.+)$/s.exec(part) ?? []
    if (key === undefined || spec[key as keyof VariantSpec] !== undefined) return null
    spec[key as keyof VariantSpec] = value as string
  }
  return spec
}
