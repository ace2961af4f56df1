import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import schema from '../run.v1.schema.json' with { type: 'json' }
import { corpus } from '../test/corpus/corpus.ts'
import type { Entry } from '../test/corpus/entry.ts'
import { runPython } from '../test/python.ts'
import { type DocumentError, InvalidDocument, parseStrict, readRun, validateRun } from './index.ts'
import { schemaErrors } from './schema-errors.ts'

const CORPUS = corpus()

it('the corpus has at least 40 documents, good and bad, and no name twice', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(40)
  expect(CORPUS.filter((entry) => entry.valid).length).toBeGreaterThanOrEqual(10)
  expect(new Set(CORPUS.map((entry) => entry.name)).size).toBe(CORPUS.length)
})

describe('a good document is read:', () => {
  it.each(CORPUS.filter((entry) => entry.valid))('$name', (entry) => {
    expect(errorsOf(entry)).toEqual([])
  })
})

describe('a bad document is refused with one error, at its place:', () => {
  it.each(CORPUS.filter((entry) => !entry.valid))('$name', (entry) => {
    if (entry.valid) return
    const errors = errorsOf(entry)
    expect(errors.map(({ code, pointer }) => ({ code, pointer }))).toEqual([
      { code: entry.code, pointer: entry.pointer },
    ])
    expect(stageOf(entry)).toBe(entry.stage)
  })
})

it('the JSON Schema itself is one: it passes the meta-schema', () => {
  expect(new Ajv2020({ strict: true }).validateSchema(schema)).toBe(true)
})

it('a validator in Python agrees on every document, except on those that only contradict themselves', () => {
  const verdicts = runPython('validate.py', CORPUS) as string[]
  const expected = CORPUS.map((entry) => (entry.valid || entry.stage === 'semantic' ? 'valid' : entry.stage))
  const named = (list: string[]) => list.map((verdict, index) => `${CORPUS[index]?.name}: ${verdict}`)
  expect(named(verdicts)).toEqual(named(expected))
})

function contentOf(entry: Entry): string | Uint8Array {
  return 'text' in entry ? entry.text : Buffer.from(entry.base64, 'base64')
}

function errorsOf(entry: Entry): readonly DocumentError[] {
  try {
    readRun(contentOf(entry))
    return []
  } catch (error) {
    if (error instanceof InvalidDocument) return error.errors
    throw error
  }
}

function stageOf(entry: Entry): string {
  try {
    const value = parseStrict(contentOf(entry))
    // The parser reports an unknown version before the schema validation. The schema also rejects an unknown version.
    if (schemaErrors(value).length > 0) return 'schema'
    return validateRun(value).length > 0 ? 'semantic' : 'valid'
  } catch {
    return 'parse'
  }
}
