/**
 * Returns the count with the noun: `1 benchmark`, `2,000 benchmarks`.
 * @param noun in the singular
 */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** The maximum number of names that a sentence lists. The sentence gives only the number of the remaining names. */
const MAX_NAMES = 5

/** Names as part of a sentence: at most five names, and the number of the remaining names. */
export function shortList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** Texts as one: `a, b and c`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
