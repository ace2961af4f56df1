import { expect, test } from 'vitest'
import { exampleRun } from '../testing.ts'
import { enginesTitle, engineTitle, formatTime, formatWork, osTitle, publishedTitle, workloadTitle } from './titles.ts'

test('a run may have no container engine, and engines with one title are listed once', () => {
  const [engine] = exampleRun().engines
  const withEngines = (count: number) =>
    exampleRun((run) => void Object.assign(run, { engines: Array(count).fill(engine) }))
  expect([0, 1, 2].map((count) => enginesTitle(withEngines(count)))).toEqual([
    'no container engine',
    'Docker Engine 28.0.0',
    'Docker Engine 28.0.0',
  ])
})

test('times have minutes, dates stay dates', () => {
  expect(formatTime('2025-03-01T10:00:59Z')).toBe('2025-03-01 10:00 UTC')
  expect(formatTime('2025-01-04')).toBe('2025-01-04')
})

test('an edition has the dates when its source was published and when its data were replaced', () => {
  expect(publishedTitle({ published: '2022-12-04', citation: { published: '2022-12-04' } })).toBe(
    'published 2022-12-04',
  )
  expect(publishedTitle({ published: '2025-02-28', citation: { published: '2025-01-04' } })).toBe(
    'article published 2025-01-04, data file replaced 2025-02-28',
  )
})

test('the titles of machines, engines and workloads come from the document', () => {
  const run = exampleRun()
  expect(osTitle(run.host)).toBe('Debian GNU/Linux 13')
  expect(engineTitle(run, 'docker')).toBe('Docker Engine 28.0.0')
  expect(engineTitle(run, null)).toBe('host')
  const [benchmark] = run.benchmarks
  if (benchmark === undefined) throw new Error('the example has no benchmark')
  expect(workloadTitle({ ...benchmark, params: { size: 'small', depth: 2 }, variant: 'head' })).toBe(
    'npm-ci depth=2 small (head)',
  )
})

test('sizes in bytes become KiB, MiB or GiB, and other params do not change', () => {
  expect(
    [
      'sequential-write bytes=268435456',
      'file-sweep bytes=65536 record=4096 · bind · docker',
      'copy-up mebibytes=8',
      'sequential-write bytes=1000',
      'metadata files=500',
    ].map(formatWork),
  ).toEqual([
    'sequential-write 256 MiB',
    'file-sweep 64 KiB record 4 KiB · bind · docker',
    'copy-up 8 MiB',
    'sequential-write 1000 bytes',
    'metadata files=500',
  ])
})
