import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { beginExperiment, KINDS, planExperiment } from './experiment.ts'
import { makeProjects } from './projects.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test('an experiment is fixed by its seed, and the kinds are mixed', () => {
  const experiment = planExperiment(1, 5, 'docker')
  expect(planExperiment(1, 5, 'docker')).toEqual(experiment)
  expect(planExperiment(2, 5, 'docker').order).not.toEqual(experiment.order)
  for (const kind of KINDS) expect(experiment.order.filter((check) => check.kind === kind)).toHaveLength(5)
  expect(new Set(experiment.order.map(({ seed }) => seed)).size).toBe(15)
  expect(new Set(experiment.order.slice(0, 5).map(({ kind }) => kind)).size).toBeGreaterThan(1)
})

test('the plan is stored before the experiment begins, can be resumed, and is never overwritten', () => {
  const directory = join(scratch, 'experiment')
  const experiment = planExperiment(1, 2, 'docker')
  beginExperiment(directory, experiment)
  const text = readFileSync(join(directory, 'experiment.json'), 'utf8')
  beginExperiment(directory, experiment)
  expect(() => beginExperiment(directory, planExperiment(2, 2, 'docker'))).toThrow('belongs to another experiment')
  expect(readFileSync(join(directory, 'experiment.json'), 'utf8')).toBe(text)
})

test('head does the work of base, but six times what base does five times', () => {
  const { base, head } = makeProjects(join(scratch, 'more'), 'image', true)
  const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
  expect([read(base, 'times'), read(head, 'times')]).toEqual(['5\n', '6\n'])
  for (const name of [
    'Dockerfile',
    '.plimsoll/repeated-npm-ci.yml',
    '.plimsoll/write-tree.yml',
    'project/package-lock.json',
  ])
    expect(read(head, name)).toBe(read(base, name))
  const same = makeProjects(join(scratch, 'same'), 'image', false)
  expect(read(same.head, 'times')).toBe('5\n')
})
