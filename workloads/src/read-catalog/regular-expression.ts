import { RE2JS } from 're2js'

/**
 * Matches with RE2, because a project's workload file is untrusted. RE2 takes time proportional to the length of the
 * text. `^` and `$` match at the start and at the end of each line.
 */
export function firstMatch(pattern: string, text: string): { group: string | null } | null {
  const matcher = RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text)
  if (!matcher.find()) return null
  return { group: matcher.groupCount() > 0 ? matcher.group(1) : null }
}

/** The maximum number of steps of a search. A step takes about 20 ns, so every search ends within a few seconds. */
const MAX_STEPS = 2 ** 28

/**
 * Why an expression cannot be used. Null if it can.
 * @param length bytes of the text to search
 * @param groups the minimum number of capture groups
 */
export function patternError(pattern: string, length: number, groups: number): string | null {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern, RE2JS.MULTILINE)
  } catch (error) {
    const why = (error as Error).message.replace('error parsing regexp: ', '')
    return `${why} (RE2 syntax, without back-references and look-around)`
  }
  if (compiled.groupCount() < groups) return 'it has no group: put the part that matches the number in ( )'
  if (compiled.programSize() * length > MAX_STEPS)
    return `its repetitions are too large for an output of ${length} bytes: use smaller repetitions, or a smaller output`
  return null
}
