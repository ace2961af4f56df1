/** So many names, and of the others the number. */
const FEW = 5

/** A list as a part of a sentence, which stays readable however long the list is. */
export function aFew(names: readonly string[]): string {
  const more = names.length - FEW
  return more > 0 ? `${names.slice(0, FEW).join(', ')} and ${more} more` : names.join(', ')
}
