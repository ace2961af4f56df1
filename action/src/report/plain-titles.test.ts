import { expect, test } from 'vitest'
import { plainTitles } from './plain-titles.ts'

const place = (workload: string, scenario: string, params: Record<string, string | number> = {}) => ({
  workload,
  params,
  scenario,
})

test('a name has the title of the catalog and the place of the files', () => {
  expect(plainTitles([place('npm-ci', 'bind', { size: 'small' }), place('metadata', 'layer')])).toEqual([
    'npm ci on a bind mount',
    "File metadata in the container's layer",
  ])
})

test('params are named only where a workload has several', () => {
  const names = [place('npm-ci', 'bind', { size: 'small' }), place('npm-ci', 'bind', { size: 'cra' })]
  expect(plainTitles([...names, place('metadata', 'volume', { files: 500 })])).toEqual([
    'npm ci (small) on a bind mount',
    'npm ci (cra) on a bind mount',
    'File metadata on a volume',
  ])
})

test('a workload of a project keeps its id, and an unknown scenario too', () => {
  expect(plainTitles([place('constructor', 'native'), place('own', 'moon')])).toEqual([
    'constructor on the host',
    'own in moon',
  ])
})
