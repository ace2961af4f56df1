// What can be asked of a run, by a flag of the command or by an input of the action, and how that is read.

/** From and to, both allowed. */
export type Limits = readonly [least: number, most: number]

/** Rounds that count; of a check fewer. */
export const ROUNDS: Limits = [1, 1000]
/** An unsigned number of 32 bits, which the shuffling takes. */
export const SEED: Limits = [0, 4_294_967_295]
/** Of shares, which are above 0. */
export const MAX_ALPHA = 0.5
export const MAX_THRESHOLD = 10

/** Read a whole number. @returns null when it is none, or not within the limits */
export function parseWhole(text: string, [least, most]: Limits): number | null {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= least && value <= most ? value : null
}

/** Read `5%` or `0.05`. @returns null when it is none, or not above 0 and at most `most` */
export function parseShare(text: string, most: number): number | null {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  const value = Number(digits) / (percent ? 100 : 1)
  return digits === undefined || value <= 0 || value > most ? null : value
}

/** Read `name=value`; a value may hold anything. @returns null for anything else */
export function parseParam(text: string): { name: string; value: string } | null {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? null : { name, value }
}
