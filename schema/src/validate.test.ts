import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Loose } from '../test/corpus/entry.ts'
import { runDocument, sample } from '../test/document.ts'
import { identify } from './document-id.ts'
import { InvalidDocument, readRun } from './index.ts'
import { validateRun } from './validate.ts'

// The corpus (corpus.test.ts) tests which documents are valid, and the location of each error. These tests are about
// the error messages.

it('the example is valid, and states that its figures are invented', () => {
  const { document, hash, id } = readRun(readFileSync(new URL('../../examples/run.json', import.meta.url)))
  expect(document.notes.map((note) => note.code)).toEqual(['example'])
  expect(document.notes[0]?.text).toContain('invented')
  expect({ hash, id }).toEqual(identify(document))
})

it('messages are sentences after the pointer', () => {
  const facts: [change: (document: Loose) => void, message: string][] = [
    [(d) => delete d.licence, 'is missing'],
    [(d) => (d.hostname = 'x'), 'is not a field of version 1'],
    [(d) => (d.host.cpu.count = '4'), 'must be a whole number or null, not "4"'],
    [(d) => (d.suite.digest = 5), 'must be a string or null, not 5'],
    [(d) => (d.suite.digest = 'x'), 'must be "sha256:" and 64 hexadecimal digits, not "x"'],
    [(d) => (d.benchmarks[0].target = []), 'must be null or an object, not a list'],
    [(d) => (d.benchmarks[0].samples[0].values.duration = '3'), 'must be a whole number or a list, not "3"'],
    [(d) => (d.benchmarks[0].samples[0].values.duration = -3), 'must be at least 0, not -3'],
    [(d) => (d.benchmarks[0].samples[0].values.duration = 3.5), 'must be a whole number, not 3.5'],
    [(d) => (d.origin = { kind: 'guessed' }), 'must be one of "measured", "transcribed", "imported"'],
    [(d) => (d.status = 'done'), 'must be one of "complete", "partial", not "done"'],
    [
      (d) => (d.benchmarks[0].params = { 'A B': 1 }),
      'is not a valid name: use lower-case letters, digits, dots and hyphens, 64 at most',
    ],
    [
      (d) => (d.source = { repository: null, commit: null, ref: 5, pullRequest: null, workflowRun: null }),
      'must be a string or null, not 5',
    ],
    [(d) => (d.startedAt = 'today'), 'must be a UTC time such as 2025-02-28T09:30:00Z, or a day, not "today"'],
  ]
  for (const [change, message] of facts) expect(messagesAfter(change)).toEqual([message])
})

it('the name of a repository is not that of a folder, "." or ".."', () => {
  const messages = (repository: string) =>
    messagesAfter((d) => {
      d.source = { repository, commit: null, ref: null, pullRequest: null, workflowRun: null }
    })
  for (const name of ['.', '..']) expect(messages(`owner/${name}`)).toHaveLength(1)
  for (const name of ['.github', '...', 'a..', '..a', '-']) expect(messages(`owner/${name}`)).toEqual([])
})

it('a document of another version gets one error and no other', () => {
  expect(validateRun({ schemaVersion: 7, nonsense: true })).toEqual([
    {
      code: 'unknown-version',
      pointer: '/schemaVersion',
      message: 'unknown schema version 7; this program reads version 1',
    },
  ])
})

it('all errors are reported at once, at most 50', () => {
  const messages = messagesAfter((d) => {
    d.status = 'done'
    delete d.licence
    d.benchmarks[1].samples[0].values.duration = -1
  })
  expect(messages).toHaveLength(3)
  const many = messagesAfter((d) => {
    d.deviations = new Array(60).fill('')
  })
  expect(many).toHaveLength(50)
  const contradictions = messagesAfter((d) => {
    d.images = new Array(60).fill({ ...d.images[0], engine: 'lima' })
  })
  expect(contradictions).toHaveLength(50)
})

it('a huge document is refused by its first error, without collecting millions', () => {
  const document: Loose = runDocument()
  document.benchmarks = new Array(5_000_000).fill(0)
  expect(validateRun(document)).toEqual([
    { code: 'wrong-length', pointer: '/benchmarks', message: 'must have at most 10,000 entries' },
  ])
})

it.each([
  ['that are lists', []],
  ['of fields of the wrong type', { ...sample(0, 0, { duration: 'x' as Loose }), slot: 5, cpu: 5, failure: 5 }],
])('sixteen times as many bad samples %s take at most forty times the CPU time', (_name, bad) => {
  const cpuOf = (count: number) => {
    const document: Loose = runDocument()
    document.benchmarks[0].samples = new Array(count).fill(bad)
    const { user } = process.cpuUsage()
    expect(validateRun(document)[0]?.pointer).toMatch(/^\/benchmarks\/0\/samples\/0/)
    return process.cpuUsage().user - user
  }
  cpuOf(100)
  const reference = Math.max(cpuOf(2500), 5000)
  expect(cpuOf(40_000) / reference).toBeLessThan(40)
})

it('the error for an order that is used twice names the sample that has it already', () => {
  const messages = messagesAfter((d) => {
    d.benchmarks[0].samples = [
      { ...sample(7, 5, { duration: 1 }), slot: null },
      sample(0, 1, { duration: 1 }),
      sample(7, 5, { duration: 1 }),
      sample(8, 5, { duration: 1 }),
    ]
    d.benchmarks[1].samples = [sample(7, 1, { duration: 1 }), sample(8, 5, { duration: 1 })]
  })
  expect(messages).toEqual([
    'has the same round and order as /benchmarks/0/samples/3',
    'is already the round of the sample /benchmarks/0/samples/0',
  ])
})

it('a sample without a slot is not the one that has an order already', () => {
  const messages = messagesAfter((d) => {
    d.benchmarks[0].samples = [
      { ...sample(7, 5, { duration: 1 }), slot: null },
      sample(7, 5, { duration: 1 }),
      sample(7, 5, { duration: 1 }),
    ]
  })
  expect(messages).toContain('has the same round and order as /benchmarks/0/samples/1')
})

it('reading an invalid document throws every error, each with its pointer in the message', () => {
  const text = JSON.stringify({ ...runDocument(), status: 'done', extra: 1 })
  expect(() => readRun(text)).toThrow(InvalidDocument)
  expect(() => readRun(text)).toThrow(/^\/extra: is not .*\n\/status: must be/)
})

function messagesAfter(change: (document: Loose) => void): string[] {
  const document = structuredClone(runDocument())
  change(document)
  return validateRun(document).map((error) => error.message)
}
