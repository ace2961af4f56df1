import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { describeDisclosure } from './disclosure.ts'

const { document, id } = readRun(readFileSync(new URL('../../../examples/run.json', import.meta.url)))
const certificate = (signed: boolean) =>
  describeDisclosure(document, { id, bytes: 1000, signed }).filter((line) => line.includes('certificate'))

test('the disclosure of a signed run says that its certificate names the job, and stays in a public log', () => {
  expect(certificate(true)).toEqual([
    expect.stringMatching(/repository, workflow, ref, run id.*public log keeps for ever/),
  ])
})

test('without a signature the disclosure mentions no certificate', () => {
  expect(certificate(false)).toEqual([])
})
