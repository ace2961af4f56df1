/**
 * The name that a misspelt one probably means: at most one letter of three is wrong, missing, added, or exchanged with
 * its neighbour. Upper case is no mistake. Null if no name is so close.
 */
export function nearest(text: string, names: readonly string[]): string | null {
  if (text.length > MAX_LENGTH) return null
  const near = names
    .map((name) => ({ name, edits: editsBetween(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(text.length, name.length) / 3)
    .sort((a, b) => a.edits - b.edits)
  return near[0]?.name ?? null
}

/**
 * The names that an unknown one can be replaced by, for brackets in a sentence: `did you mean quick? available: quick,
 * standard`. The only name needs no question.
 */
export function alternatives(text: string, names: readonly string[]): string {
  const meant = names.length > 1 ? nearest(text, names) : null
  return `${meant === null ? '' : `did you mean ${meant}? `}available: ${names.join(', ')}`
}

/** The length from which a text is no misspelt name. */
const MAX_LENGTH = 40

/** The edit distance of two texts, in which an exchange of neighbours is one edit (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (next[j - 1] as number) + 1,
        (row[j] as number) + 1,
        (row[j - 1] as number) + cost,
        isExchange ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[b.length] as number
}
