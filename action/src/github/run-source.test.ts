import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PUBLIC_REPOSITORY, readRunSource } from './run-source.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

function environment(event: unknown): NodeJS.ProcessEnv {
  const file = join(scratch, 'event.json')
  writeFileSync(file, typeof event === 'string' ? event : JSON.stringify(event))
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_RUN_ID: '123',
  }
}

test('a run of a public repository has its source', () => {
  expect(readRunSource(environment({ repository: { private: false }, pull_request: { number: 7 } }))).toEqual({
    repository: 'owner/name',
    commit: 'a'.repeat(40),
    ref: 'refs/pull/7/merge',
    pullRequest: 7,
    workflowRun: 123,
  })
})

test.each([
  ['a private repository', { repository: { private: true } }],
  ['one of which that is not known', { repository: {} }],
  ['an event that is no JSON', 'nonsense'],
  ['an event that is null', null],
])('%s gives a document without a source', (_, event) => {
  expect(readRunSource(environment(event))).toBeNull()
})

test('a run of a schedule, whose event does not name the repository, has its source if the step knows that it is public', () => {
  const scheduled = environment({ schedule: '17 3 * * *' })
  expect(readRunSource(scheduled)).toBeNull()
  expect(readRunSource({ ...scheduled, [PUBLIC_REPOSITORY]: 'owner/name' })).toMatchObject({ repository: 'owner/name' })
  expect(readRunSource({ ...scheduled, [PUBLIC_REPOSITORY]: 'owner/other' })).toBeNull()
  const ofPrivate = environment({ repository: { private: true } })
  expect(readRunSource({ ...ofPrivate, [PUBLIC_REPOSITORY]: 'owner/name' })).toBeNull()
})

test('a run outside of a workflow has no source', () => {
  expect(readRunSource({})).toBeNull()
})

test('invalid values are omitted', () => {
  const strange = { ...environment({ repository: { private: false }, pull_request: { number: -1 } }) }
  expect(
    readRunSource({ ...strange, GITHUB_REPOSITORY: 'a b', GITHUB_SHA: 'x', GITHUB_REF: 'r', GITHUB_RUN_ID: '' }),
  ).toEqual({
    ...{ repository: null, commit: null, ref: null, pullRequest: null, workflowRun: null },
  })
})
