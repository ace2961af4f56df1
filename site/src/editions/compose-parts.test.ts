import { identify, type RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { exampleRun, resolvedRun } from '../testing.ts'
import { composeParts, type RepeatedRun } from './compose-parts.ts'

test('each workload has a part, native first, and ratios are to the reference of the same run', () => {
  const parts = composeParts([editionRun(exampleRun())])
  expect(parts.map(({ title, unit, reference }) => [title, unit, reference])).toEqual([
    ['npm-ci small', 'seconds', 'native'],
    ['sequential-write bytes=268435456', 'mebibytes-per-second', 'no volumes'],
  ])
  expect(parts[0]?.rows.map(({ platform, test, reference }) => [platform, test, reference])).toEqual([
    ['host', 'Native', null],
    ['Docker Engine 28.0.0', 'No volumes', 0],
    ['Docker Engine 28.0.0', 'Volume', 0],
    ['Docker Engine 28.0.0', 'Bind mount', 0],
  ])
})

test('the part of a run that stands alone says how closely the run checked itself; of repeated runs, it does not', () => {
  const one = editionRun(resolvedRun())
  expect(composeParts([one])[0]?.text.at(-1)).toMatch(
    /^One run: the same work, measured twice, agrees within [\d.]+%, /,
  )
  const unchecked = exampleRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ control, scenario }) => !control && scenario !== 'bind')
  })
  expect(composeParts([editionRun(unchecked)])[0]?.text.at(-1)).toBe(
    'One run, unchecked: it measured no two equal things.',
  )
  expect(composeParts([{ ...one, repeats: [one.run] }])[0]?.text.at(-1)).toBe('Less is better.')
})

test('failed benchmarks have no rows', () => {
  const titles = composeParts([editionRun(exampleRun())]).map(({ title }) => title)
  expect(exampleRun().benchmarks.some(({ workload, status }) => workload === 'ioping' && status === 'failed')).toBe(
    true,
  )
  expect(titles.some((title) => title.startsWith('ioping'))).toBe(false)
})

test('two runs of one platform are labelled with their ids, and each has its own reference', () => {
  const earlier = exampleRun((run) => {
    run.startedAt = '2025-03-01T09:00:00Z'
  })
  const runs = [exampleRun(), earlier].map(editionRun)
  const [part] = composeParts(runs)
  expect(part?.rows.map(({ platform }) => platform.replace(/^.*\(run (\w+)\)$/, '$1'))).toEqual(
    runs.flatMap(({ run: { id } }) => Array(4).fill(id.slice(0, 10))),
  )
  expect(part?.rows.map(({ reference }) => reference)).toEqual([null, 0, 0, 0, null, 4, 4, 4])
})

test('record sizes of one workload are the points of lines', () => {
  const run = exampleRun((document) => {
    const [benchmark] = document.benchmarks
    if (benchmark === undefined) throw new Error('no benchmark')
    document.benchmarks = [4096, 65_536].map((record) => ({
      ...structuredClone(benchmark),
      workload: 'file-sweep',
      params: { bytes: 65_536, record },
    }))
  })
  const [part, ...others] = composeParts([editionRun(run)])
  expect(others).toEqual([])
  expect(part).toMatchObject({ title: 'file-sweep bytes=65536', chart: 'lines' })
  expect(part?.rows.map(({ test, record }) => [test, record])).toEqual([
    ['Native, 4 KiB', 4096],
    ['Native, 64 KiB', 65_536],
  ])
})

function editionRun(document: RunDocument): RepeatedRun {
  return { run: { ...identify(document), document }, repeats: [] }
}
