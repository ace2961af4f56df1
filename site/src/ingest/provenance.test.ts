import type { RunDocument } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { assertAgreement, levelOfProof, parseProvenance, type ReleasedWorkflow } from './provenance.ts'
import { Refusal } from './refusal.ts'
import { makeClaims } from './testing.ts'

const RELEASED: ReleasedWorkflow = {
  path: 'OWNER/plimsoll/.github/workflows/measure.yml',
  commits: ['1'.repeat(40), '2'.repeat(40)],
  issuer: 'https://issuer.example',
}
const OURS = `${RELEASED.path}@${'1'.repeat(40)}`
const claims = makeClaims('https://issuer.example', 'audience', 0)
const proven = (change: Record<string, unknown> = {}) =>
  parseProvenance({ ...claims, ...change }, { allowPrivate: false })

const measuredOn = (kind: RunDocument['host']['runner']['kind']) =>
  ({ host: { runner: { kind, label: null } } }) as RunDocument

function codeOf(attempt: () => unknown): string {
  try {
    attempt()
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('the provenance of a token', () => {
  test('has the ids of repository and owner, the run and the event', () => {
    expect(proven()).toMatchObject({ repositoryId: '1001', ownerId: '2002', workflowRun: 3003, event: 'push' })
  })

  test.each([
    ['private', 'private-repository'],
    ['internal', 'private-repository'],
    ['', 'missing-claim'],
    [undefined, 'missing-claim'],
  ])('a repository whose visibility is %s: %s', (visibility, code) => {
    expect(codeOf(() => proven({ repository_visibility: visibility }))).toBe(code)
  })

  test('a private repository may submit if its workflow allows it', () => {
    const provenance = parseProvenance({ ...claims, repository_visibility: 'private' }, { allowPrivate: true })
    expect(provenance.repository).toBe('example/project')
  })

  test.each(['repository', 'repository_id', 'repository_owner_id', 'sha', 'ref', 'job_workflow_ref', 'run_id'])(
    'a token without %s is rejected',
    (name) => {
      expect(codeOf(() => proven({ [name]: undefined }))).toBe('missing-claim')
      expect(codeOf(() => proven({ [name]: ['a'] }))).toBe('missing-claim')
    },
  )

  test.each([
    ...['0', '-1', '1.5', 'NaN', '1e400', '99999999999999999999'],
    ...['0x1', '1e3', ' 1', '1 ', '01', '+1', '1\n', '１'],
  ])('an id of %j is rejected', (id) => {
    for (const name of ['repository_id', 'repository_owner_id', 'run_id', 'run_attempt'])
      expect(codeOf(() => proven({ [name]: id }))).toBe('missing-claim')
  })

  test.each([
    'example',
    'example/',
    '/project',
    'a/b/c',
    'a b/c',
    'a/b\n',
    'ä/b',
    'a/<b>',
    `a/${'b'.repeat(101)}`,
    'a/.',
    'a/..',
    '../b',
  ])('a repository %j is rejected', (repository) => {
    expect(() => proven({ repository })).toThrow('The token\'s claim "repository" must be OWNER/NAME')
  })
})

describe('the provenance level', () => {
  test.each([
    ['the reusable workflow at a released commit, on a hosted runner', {}, 'measured by Plimsoll'],
    ['a self-hosted runner', { runner_environment: 'self-hosted' }, 'signed by repository'],
    [
      'a commit that is not a release',
      { job_workflow_ref: `${RELEASED.path}@${'3'.repeat(40)}` },
      'signed by repository',
    ],
    [
      'a tag or branch in place of a commit',
      { job_workflow_ref: `${RELEASED.path}@refs/heads/main` },
      'signed by repository',
    ],
    ['a fork of the reusable workflow', { job_workflow_ref: OURS.replace('OWNER', 'evil') }, 'signed by repository'],
    ['a look-alike name', { job_workflow_ref: `x${OURS}` }, 'signed by repository'],
    ['another file', { job_workflow_ref: OURS.replace('measure', 'other') }, 'signed by repository'],
    ['two commits', { job_workflow_ref: `${OURS}@${'1'.repeat(40)}` }, 'signed by repository'],
    ['no commit', { job_workflow_ref: RELEASED.path }, 'signed by repository'],
    ['a job that follows another run', { event_name: 'workflow_run' }, 'reported for a fork'],
  ])('%s: %s', (_name, change, provenanceLevel) => {
    expect(levelOfProof(measuredOn('github-hosted'), proven({ job_workflow_ref: OURS, ...change }), RELEASED)).toBe(
      provenanceLevel,
    )
  })

  // The reusable workflow measures on any runner that its caller names, and submits from a runner that GitHub hosts.
  test.each(['self-hosted', 'local', 'unknown'] as const)(
    'a document measured on a %s runner, submitted from a hosted one: signed by repository',
    (kind) => {
      expect(levelOfProof(measuredOn(kind), proven({ job_workflow_ref: OURS }), RELEASED)).toBe('signed by repository')
    },
  )
})

describe('a document and the token that submits it', () => {
  const source = {
    repository: 'example/project',
    commit: 'a'.repeat(40),
    ref: 'refs/heads/main',
    workflowRun: 3003,
    pullRequest: null,
  }
  const agree = (change: Partial<typeof source> | null, more: Record<string, unknown> = {}) =>
    codeOf(() =>
      assertAgreement({ source: change === null ? null : { ...source, ...change } } as RunDocument, proven(more)),
    )

  test('agree if their fields are equal or the document does not state them', () => {
    expect(agree({})).toBe('accepted')
    expect(agree(null)).toBe('accepted')
    expect(agree({ repository: null as never, commit: null as never, workflowRun: null as never })).toBe('accepted')
  })

  test.each([
    ['repository', 'example/other'],
    ['commit', 'b'.repeat(40)],
    ['ref', 'refs/heads/other'],
    ['workflowRun', 3004],
    ['pullRequest', 7],
  ])('disagree about %s: the field is named', (field, value) => {
    expect(agree({ [field]: value })).toBe('provenance-mismatch')
    expect(() => assertAgreement({ source: { ...source, [field]: value } } as RunDocument, proven())).toThrow(
      `/source/${field}`,
    )
  })

  test('the pull request is the one in the ref', () => {
    const ref = 'refs/pull/7/merge'
    expect(agree({ ref, pullRequest: 7 as never }, { ref })).toBe('accepted')
    expect(agree({ ref, pullRequest: 8 as never }, { ref })).toBe('provenance-mismatch')
  })

  test('a job that follows another run may submit for that run, but not for another repository', () => {
    const event_name = 'workflow_run'
    expect(agree({ commit: 'b'.repeat(40), workflowRun: 1 }, { event_name })).toBe('accepted')
    expect(agree({ repository: 'example/other' }, { event_name })).toBe('provenance-mismatch')
  })
})
