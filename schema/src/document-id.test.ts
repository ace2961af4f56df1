import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runPython } from '../test/python.ts'
import { canonicalize } from './canonical-json.ts'
import { identify } from './document-id.ts'
import type { JsonValue } from './json-value.ts'
import { parseStrict } from './parse.ts'
import { RUN_ID } from './run-id-pattern.ts'

type Vector = { name: string; hash: string; id: string } & ({ text: string; canonical: string } | { file: string })

const ROOT = new URL('../../', import.meta.url)
const VECTORS: Vector[] = JSON.parse(readFileSync(new URL('../test/identity-vectors.json', import.meta.url), 'utf8'))
const SAMPLE = readFileSync(new URL('examples/run.json', ROOT), 'utf8')

it.each(VECTORS)('has the committed identity: $name', (vector) => {
  const value = JSON.parse(textOf(vector))
  if ('canonical' in vector) expect(canonicalize(value)).toBe(vector.canonical)
  expect(identify(value)).toEqual({ hash: vector.hash, id: vector.id })
})

it('a few lines of Python find the same identities', () => {
  const found = runPython('identity.py', VECTORS.map(textOf)) as { canonical: string; hash: string; id: string }[]
  for (const [index, vector] of VECTORS.entries()) {
    const canonical = canonicalize(JSON.parse(textOf(vector)))
    expect({ ...found[index], name: vector.name }).toEqual({
      name: vector.name,
      canonical,
      hash: vector.hash,
      id: vector.id,
    })
  }
})

it('Python writes numbers as we do, over the whole range of doubles', () => {
  const numbers = Array.from({ length: 2000 }, (_, i) => ((i * 7919 + 1) / 7) * 10 ** ((i % 600) - 300))
  const [found] = runPython('identity.py', [JSON.stringify(numbers)]) as { canonical: string }[]
  expect(found?.canonical).toBe(canonicalize(numbers))
})

it('the id is the first 130 bits of the hash: the lower-case base32 of its first 17 bytes begins with it', () => {
  const { hash, id } = identify(JSON.parse(SAMPLE))
  const bits = BigInt(`0x${hash.slice('sha256:'.length)}`)
  const digits = [...id].map(
    (_, at) => 'abcdefghijklmnopqrstuvwxyz234567'[Number((bits >> BigInt(251 - 5 * at)) & 31n)],
  )
  expect(id).toBe(digits.join(''))
  expect(id).toMatch(RUN_ID)
})

it('white space and the order of keys do not change the identity', () => {
  const value = parseStrict(SAMPLE)
  const identity = identify(value)
  expect(identify(parseStrict(JSON.stringify(value)))).toEqual(identity)
  expect(identify(parseStrict(JSON.stringify(value, null, '\t')))).toEqual(identity)
  expect(identify(reversed(value))).toEqual(identity)
})

it('any changed value, key or order of a list gives another identity', () => {
  const ids = new Set([identify(parseStrict(SAMPLE)).id])
  const variants = [...variantsOf(parseStrict(SAMPLE))]
  for (const variant of variants) ids.add(identify(variant).id)
  expect(variants.length).toBeGreaterThan(500)
  expect(ids.size).toBe(variants.length + 1)
})

it.each([
  ['{"b":{"a":0,"9":1,"10":[{"y":2,"x":3}]},"-1":4}', '{"-1":4,"b":{"10":[{"x":3,"y":2}],"9":1,"a":0}}'],
  ['{"b":[{"__proto__":{"y":1,"x":2}}],"a":3}', '{"a":3,"b":[{"__proto__":{"x":2,"y":1}}]}'],
])('keys that JavaScript would put elsewhere are sorted as text, too: %s', (text, canonical) => {
  expect(canonicalize(JSON.parse(text))).toBe(canonical)
})

it('what JSON cannot say has no canonical form', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }, [() => 1], 1n]) {
    expect(() => canonicalize(value)).toThrow(TypeError)
  }
})

function textOf(vector: Vector): string {
  return 'text' in vector ? vector.text : readFileSync(new URL(vector.file, ROOT), 'utf8')
}

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed)
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]))
}

/** Yields every document that differs from this one in one leaf, one key, or the order of two neighbours in a list. */
function* variantsOf(value: JsonValue): Generator<JsonValue> {
  if (typeof value !== 'object' || value === null) {
    yield typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}x` : `${value}`
  } else if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      for (const variant of variantsOf(member)) yield value.with(at, variant)
      if (at > 0 && canonicalize(member) !== canonicalize(value[at - 1])) yield swapped(value, at)
    }
  } else {
    for (const [key, member] of Object.entries(value)) {
      for (const variant of variantsOf(member)) yield { ...value, [key]: variant }
      const { [key]: _, ...others } = value
      yield { ...others, [`${key}x`]: member }
    }
  }
}

function swapped(list: JsonValue[], at: number): JsonValue[] {
  return list.with(at, list[at - 1] as JsonValue).with(at - 1, list[at] as JsonValue)
}
