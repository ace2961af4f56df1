import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spinning, turns } from '../../test/runner/project.ts'
import { listWorktrees } from '../../test/runner/repository.ts'
import { outputsIn, runInProcess } from '../../test/runner/run-in-process.ts'
import { usePullRequest } from '../../test/runner/use-pull-request.ts'
import { measureStep } from '../steps/measure.ts'
import { reportStep } from '../steps/report.ts'

const used = usePullRequest(spinning('debian:13'), { 'README.md': 'Documentation' })

const measure = (inputs: Record<string, string> = {}) =>
  // Without a PATH that has engines, only a step that measures nothing succeeds.
  runInProcess(measureStep, used.fixture, used.directory, used.fixture.pullRequestEvent(), inputs, {
    'INPUT_FAIL-ON': 'inconclusive',
  })

const outputs = () => outputsIn(used.directory)

const UNCHANGED = expect.stringMatching(
  /^<!-- plimsoll:comment default -->\n### ✅ Plimsoll: nothing that is measured changed\n\nBase and head have the same workload files, copied files, Dockerfiles and build contexts \\\(spin\\-image, spin\\\), .* Base images and downloads of a Dockerfile were not compared\.\n\n<!-- plimsoll:by /,
)

test('a pull request that changes nothing measured ends without measuring, with a comment and without a verdict', async () => {
  await measure()
  expect(used.fixture.comments()).toEqual([UNCHANGED])
  expect(readFileSync(join(used.directory, 'summary'), 'utf8')).toContain(
    '✅ Plimsoll: nothing that is measured changed',
  )
  const { document, hash, ...others } = outputs()
  expect(others).toEqual({ verdict: '', counts: '{}', status: 'unchanged' })
  expect(hash).toMatch(/^sha256:/)
  expect(document).toMatch(/\/unchanged\.json$/)
  expect(listWorktrees(process.env.GITHUB_WORKSPACE as string)).toHaveLength(2)
})

test('the report action writes the same comment from the uploaded file, and verifies its hash', async () => {
  await measure({ comment: 'false' })
  expect(used.fixture.comments()).toEqual([])
  const { document = '', hash = '' } = outputs()
  const report = (hash: string) =>
    runInProcess(reportStep, used.fixture, used.directory, used.fixture.workflowRunEvent(), {
      ...{ documents: document, hashes: JSON.stringify({ 'hash-0': hash }), comment: 'true' },
    })
  await report(hash)
  expect(used.fixture.comments()).toEqual([UNCHANGED])
  await expect(report(`sha256:${'0a'.repeat(32)}`)).rejects.toThrow('was changed after it was measured')
})

test('a pull request that changes a copied file is measured', async () => {
  used.fixture.push(turns(300))
  // Measuring needs an engine, and this one does not exist. A machine may have no engine at all.
  await expect(measure({ engines: 'no-such-engine', 'on-unsupported': 'fail' })).rejects.toThrow(
    /The input 'engines' takes|No container engine can be used/,
  )
  used.fixture.push(spinning('debian:13')) // For tests in any order.
})

test('a pull request that removes all workloads measures nothing, and its comment names them', async () => {
  const { '.plimsoll/spin.yml': spin, '.plimsoll/spin-image.yml': image } = spinning('debian:13')
  used.fixture.push({ '.plimsoll/spin.yml': null, '.plimsoll/spin-image.yml': null })
  await measure()
  expect(used.fixture.comments()).toEqual([
    expect.stringContaining(
      '### ⚪ Plimsoll: nothing to compare: all workloads were removed\n\nThese workloads are not in head, so they are not compared: spin\\-image, spin.',
    ),
  ])
  expect(outputs()).toMatchObject({ verdict: '', status: 'removed', document: expect.stringMatching(/removed\.json$/) })
  used.fixture.push({ '.plimsoll/spin.yml': spin as string, '.plimsoll/spin-image.yml': image as string })
})

test('a pull request that removes one of the named workloads compares the others, and its comment names it', async () => {
  const { '.plimsoll/spin-image.yml': image } = spinning('debian:13')
  used.fixture.push({ '.plimsoll/spin-image.yml': null })
  await measure({ workloads: 'spin spin-image' })
  expect(used.fixture.comments()).toEqual([
    expect.stringMatching(
      /nothing that is measured changed\n\n.* These workloads are not in head, so they are not compared: spin\\-image\.\n/,
    ),
  ])
  used.fixture.push({ '.plimsoll/spin-image.yml': image as string })
})
