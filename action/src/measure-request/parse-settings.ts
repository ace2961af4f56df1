// The limits of a run's settings, and their parsers, for flags of the command and inputs of the action.

/** From and to, both inclusive. */
export type Limits = readonly [least: number, most: number]

/** Measured rounds of a plain run; a check has narrower limits. */
export const ROUNDS: Limits = [1, 1000]
/** A seed of the shuffling is an unsigned 32-bit integer. */
export const SEED: Limits = [0, 4_294_967_295]
/** The upper limits of two shares. Both must also be above 0. */
export const MAX_ALPHA = 0.5
export const MAX_THRESHOLD = 10

/**
 * Parse a whole number.
 * @returns null when it is not a number within the limits
 */
export function parseWhole(text: string, [least, most]: Limits): number | null {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= least && value <= most ? value : null
}

/**
 * Parse `5%` or `0.05`.
 * @returns null when it is not a number above 0 and at most `most`
 */
export function parseShare(text: string, most: number): number | null {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  const value = Number(digits) / (percent ? 100 : 1)
  return digits === undefined || value <= 0 || value > most ? null : value
}

/**
 * Parse `name=value`; a value may contain anything.
 * @returns null for anything else
 */
export function parseParam(text: string): { name: string; value: string } | null {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? null : { name, value }
}
