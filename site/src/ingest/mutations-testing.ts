// This module makes mutations of submitted documents. For tests only.

/** Returns Mulberry32, a seeded random number generator. The same seed gives the same mutations. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\\',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'null',
  'NaN',
  '-0',
  '1e400',
  '1e-400',
  '9007199254740993',
  'true',
  '\u202e',
  '\ufeff',
  '\0',
  '{"a":'.repeat(200),
  '[['.repeat(300),
  '<script>',
  '"'.repeat(99),
  '.',
  '=',
  '~1',
  '/',
]

/** Mutates one to three positions of a text. */
export function mutate(text: string, next: () => number): string {
  let changed = text
  for (let times = 1 + Math.floor(next() * 3); times > 0; times -= 1) {
    const at = Math.floor(next() * changed.length)
    const to = Math.min(changed.length, at + Math.floor(next() ** 4 * 400))
    const piece = PIECES[Math.floor(next() * PIECES.length)] ?? ''
    const how = next()
    const put =
      how < 0.4
        ? piece
        : how < 0.6
          ? changed.slice(at, to).repeat(2)
          : how < 0.8
            ? ''
            : String.fromCharCode(next() * 65_536)
    changed = changed.slice(0, at) + put + changed.slice(to)
  }
  return changed
}

const VALUES = [
  ...[null, true, 0, -1, 0.5, 1e300, Number.MAX_SAFE_INTEGER],
  ...['', 'x', '<script>', '\u202e', 'x'.repeat(600), 'docker', 'bind', 'ns', 'failed', 'head', 'example/project'],
  ...[[], {}, [1]],
]

/** Mutates one or two values of a document. The result is still JSON. */
export function mutateValues(document: object, next: () => number): object {
  const changed = structuredClone(document)
  const pick = <Item>(list: Item[]) => list[Math.floor(next() * list.length)] as Item
  for (let times = 1 + Math.floor(next() * 2); times > 0; times -= 1) {
    const locations = locationsIn(changed)
    const [holder, key] = pick(locations)
    const [otherHolder, otherKey] = pick(locations)
    const how = next()
    if (how < 0.5) holder[key] = structuredClone(pick(VALUES))
    else if (how < 0.7) holder[key] = structuredClone(otherHolder[otherKey])
    else if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
    else if (how < 0.85) delete holder[key]
    else if (typeof holder[key] === 'number') holder[key] = Math.floor(holder[key] * next() * 10)
  }
  return changed
}

type Location = [holder: Record<string, unknown>, key: string]

function locationsIn(value: unknown): Location[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key): Location[] => [[holder, key], ...locationsIn(holder[key])])
}
