import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workloadFile } from '../../test/workload-file.ts'
import { findVariantWorkloads, notesOnOneVariant, selectionOfVariants } from './variants.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

/** A project folder with workloads of the given names. Each workload has params and scenarios. */
function project(workloads: Record<string, { params?: string; scenarios?: string }>): string {
  const directory = mkdtempSync(join(scratch, 'project-'))
  mkdirSync(join(directory, '.plimsoll'))
  for (const [name, { params = '{}', scenarios = '[layer, bind]' }] of Object.entries(workloads)) {
    const text = workloadFile(name, { params, scenarios })
    writeFileSync(join(directory, '.plimsoll', `${name}.yml`), text)
  }
  return directory
}

const variant = (directory: string, more = {}) => ({ directory, engine: null, image: null, ...more })

function choose(base: object, head: object, names: string[] = [], params: { name: string; value: string }[] = []) {
  const variants = { base, head } as Parameters<typeof findVariantWorkloads>[0]
  const said: string[] = []
  const suite = selectionOfVariants(variants, findVariantWorkloads(variants), names, params, (line) => said.push(line))
  return { suite, said }
}

test('the workloads and scenarios of both variants are compared, and the others are named', () => {
  const base = project({ both: { scenarios: '[layer, volume]' }, old: {} })
  const head = project({ both: { scenarios: '[layer, bind]' }, new: {} })
  const { suite, said } = choose(variant(base), variant(head))
  expect(suite.benchmarks.map(({ workload, scenarios }) => ({ workload, scenarios }))).toEqual([
    { workload: 'both', scenarios: ['layer'] },
  ])
  expect(said).toEqual([
    'These workloads are not in base, so they are not compared: new.',
    'These workloads are not in head, so they are not compared: old.',
  ])
})

test('params that only head has differ, whatever their name', () => {
  const base = project({ same: { params: '{ size: [small] }' } })
  const head = project({ same: { params: '{ constructor: [small] }' } })
  expect(() => choose(variant(base), variant(head))).toThrow('The params of same differ between base and head.')
})

test('a note on many workloads of only one variant names at most five', () => {
  const variants = {
    base: variant(project({ both: {} })),
    head: variant(project({ a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {} })),
  }
  expect(notesOnOneVariant(findVariantWorkloads(variants as Parameters<typeof findVariantWorkloads>[0]))).toEqual([
    {
      code: 'one-variant',
      text: 'These workloads are not in base, so they are not compared: a, b, c, d, e and 2 more.',
    },
    { code: 'one-variant', text: 'These workloads are not in head, so they are not compared: both.' },
  ])
})

test('chosen values of a param must exist in both variants', () => {
  const base = project({ sized: { params: '{ size: [1, 2] }' } })
  const head = project({ sized: { params: '{ size: [2, 3] }' } })
  expect(choose(variant(base), variant(head)).suite.benchmarks[0]?.params).toEqual({ size: 2 })
  expect(() => choose(variant(base), variant(head), ['sized'], [{ name: 'size', value: '3' }])).toThrow(
    'The params of sized differ between base and head',
  )
  expect(() => choose(variant(project({ sized: {} })), variant(head))).toThrow(
    'The params of sized differ between base and head',
  )
})

test('another image gives another workload, with another digest', () => {
  const directory = project({ same: {} })
  const variants = { base: variant(directory, { image: 'node:22' }), head: variant(directory, { image: 'node:24' }) }
  const { base, head } = findVariantWorkloads(variants as Parameters<typeof findVariantWorkloads>[0])
  const imageOf = (list: typeof base) => list.find(({ workload }) => workload === 'same')?.image
  expect([imageOf(base), imageOf(head)]).toEqual([{ name: 'node:22' }, { name: 'node:24' }])
})

test.each([
  ['nothing in common', {}, {}, [], 'have no workload in common'],
  ['a name that one variant lacks', { a: {} }, { b: {} }, ['a'], "Unknown workload 'a' in head"],
  ['a file instead of a name', { a: {} }, { a: {} }, ['.plimsoll/a.yml'], 'Give the name of the workload, not a file'],
  [
    "one of Plimsoll's own",
    { a: {} },
    { a: {} },
    ['npm-ci'],
    "npm-ci is a workload of Plimsoll's catalog and does not differ between the folders",
  ],
])('%s gives an error', (_, base, head, names, message) => {
  expect(() => choose(variant(project(base)), variant(project(head)), names)).toThrow(message)
})

test('a catalog workload accepts two engines, and no other image', () => {
  const directory = project({})
  const engines = [{ engine: 'docker' }, { engine: 'podman' }] as const
  expect(
    choose(variant(directory, engines[0]), variant(directory, engines[1]), ['metadata']).suite.benchmarks,
  ).toHaveLength(1)
  expect(() => choose(variant(directory, { image: 'a' }), variant(directory, { image: 'b' }), ['metadata'])).toThrow(
    "metadata is a workload of Plimsoll's catalog and runs in Plimsoll's image",
  )
})
