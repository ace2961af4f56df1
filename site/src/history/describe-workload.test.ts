import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { describeWorkload } from './describe-workload.ts'

const DOCUMENTS = path.join(import.meta.dirname, '../../documents')

test('every workload of a shipped run has a description, and that of a transcribed run names its source', () => {
  for (const name of readdirSync(DOCUMENTS)) {
    const { document } = readRun(readFileSync(path.join(DOCUMENTS, name)))
    for (const workload of new Set(document.benchmarks.map(({ workload }) => workload))) {
      const text = describeWorkload(workload)
      expect([name, workload, text]).toEqual([name, workload, expect.stringMatching(/[.?]$/)])
      if (document.origin.kind === 'transcribed') expect(text).toContain(`From ${document.suite.name} (20`)
    }
  }
})

test('a workload of the catalog is described by its question, and an unknown one not at all', () => {
  expect(describeWorkload('copy-up')).toBe('How long does the first write to a file of the image take?')
  expect(describeWorkload('another')).toBeNull()
  expect(describeWorkload('constructor')).toBeNull()
})
