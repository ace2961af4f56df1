/** Number of names to list; the rest is counted. */
const FEW = 5

/** A list as part of a sentence, shortened to stay readable. */
export function aFew(names: readonly string[]): string {
  const more = names.length - FEW
  return more > 0 ? `${names.slice(0, FEW).join(', ')} and ${more} more` : names.join(', ')
}
