import { expect, test } from 'vitest'
import { exampleRun } from '../testing.ts'
import type { Provenance } from './certificate.ts'
import { isOfThisRun } from './levels.ts'

test.each([
  ['the workflow run that made it', {}, true],
  ['another run of the repository', { workflowRun: 4004 }, false],
  ['a run of another repository', { repository: 'other/project' }, false],
])('a document that was submitted without a signature before: can %s sign it?', (_, changes, may) => {
  const document = exampleRun((run) => {
    run.source = { repository: 'example/project', commit: null, ref: null, pullRequest: null, workflowRun: 3003 }
  })
  const job = { repository: 'example/project', workflowRun: 3003, ...changes } as Provenance
  expect(isOfThisRun(document, job)).toBe(may)
  expect(isOfThisRun({ ...document, source: null }, job)).toBe(false)
})
