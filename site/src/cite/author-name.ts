import { oneLine } from './citation-data.ts'

/** The name of an author, as citation formats have it: that of a person in two parts, any other name as it is. */
export type AuthorName = { family: string; given: string } | { literal: string }

/**
 * Splits the name of a person into family name and given names. Documents have names as one text, so a name counts as
 * that of a person if it consists of two to five words of letters, of which none is typical of an organisation. Two
 * plain words that name an organisation look like a person: "Red Hat" should be written "Red Hat, Inc.".
 */
export function parseAuthor(name: string): AuthorName {
  const literal = oneLine(name)
  const words = literal.split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const isPerson =
    words.length >= 2 &&
    words.length <= MAX_WORDS &&
    isGiven(first) &&
    FAMILY.test(last) &&
    words.every((word) => (isGiven(word) && !ORGANISATION.test(word)) || PARTICLE.test(word))
  if (!isPerson) return { literal }
  const start = words.slice(0, -1).findLastIndex((word) => !PARTICLE.test(word)) + 1
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') }
}

const MAX_WORDS = 5

function isGiven(word: string): boolean {
  return FAMILY.test(word) || INITIALS.test(word)
}

/** A word with a capital at its start and a small letter at its end. Scripts without capitals put the family name first. */
const FAMILY = /^\p{Lu}[\p{Lu}\p{Ll}\p{M}'’-]*\p{Ll}\p{M}*$/u
const INITIALS = /^\p{Lu}\.?(?:-?\p{Lu}\.)*$/u
/** A word that belongs to the family name after it: "van Beethoven". */
const PARTICLE = /^(?:da|de|del|della|den|der|di|dos|du|el|la|le|ten|ter|van|von|zu|zum)$/
const ORGANISATION =
  /^(?:agency|association|authors|blog|cloud|committee|community|company|consortium|contributors|corporation|council|department|desktop|developers|engine|engineering|foundation|group|institute|labs?|laboratory|maintainers|project|registry|research|society|software|staff|systems?|team|technolog(?:y|ies)|university)$/i
