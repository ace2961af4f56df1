/**
 * The objects in a program's JSON output: one object per line, one array, or one object over several lines. Other text
 * is skipped, because programs mix warnings into their output.
 * @returns an empty list if nothing can be read; the members of objects are not validated
 */
export function readObjects<T extends object>(text: string): T[] {
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => /^[[{]/.test(line))
  const last = lines.findLastIndex((line) => /[\]}]$/.test(line))
  const whole = parse(lines.slice(first, last + 1).join('\n'))
  const values = whole === undefined ? lines.map(parse) : [whole]
  return values.flat().filter((value): value is T => typeof value === 'object' && value !== null)
}

/** The first object in a program's JSON output that matches the condition `holds`. */
export function findObject<T extends object>(text: string, holds: (value: T) => boolean): T | undefined {
  return readObjects<T>(text).find(holds)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
