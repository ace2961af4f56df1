import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { describeDisclosure } from './disclosure.ts'

const { document, id } = readRun(readFileSync(new URL('../../../examples/run.json', import.meta.url)))
const claims = (signed: boolean) =>
  describeDisclosure(document, { id, bytes: 1000, signed }).filter((line) => line.includes("token's claims"))

test('the disclosure of a run with a token says that its claims are public and stay', () => {
  expect(claims(true)).toEqual([expect.stringMatching(/actor, workflow, ref, run id.*stay when the run is deleted/)])
})

test('without a token the disclosure mentions none', () => {
  expect(claims(false)).toEqual([])
})
