import type { Engine } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { render } from '../report/formats.ts'
import { doctorReport } from './doctor.ts'

const known = <T>(value: T) => ({ value, confidence: 'observed' as const })
const engine = (id: string, version: string): Engine => ({
  ...{ id, product: 'Docker Engine', version, requested: {} },
  effective: {
    ...{ vmType: known('none'), mountType: { value: null, confidence: 'unknown' }, cpus: known(2) },
    ...{ memory: known(2 ** 33), kernel: known('6.1'), storageDriver: known('overlay2'), cgroupVersion: known(2) },
    privileges: known('rootless'),
  },
})
const scenarios = [
  { id: 'native', runs: true, reason: null },
  { id: 'nfs', runs: false, reason: 'no NFS export was given: name its directory with --nfs' },
]
const doctor = (diagnosis: Partial<Parameters<typeof doctorReport>[0]>) =>
  render(doctorReport({ engines: [], scenarios, problems: [], warnings: [], ...diagnosis }), 'table').split('\n')

test('the first line says which engines are ready, how much can run, and whether something prevents a run', () => {
  const [first, , next] = doctor({ engines: [engine('docker', '20.10.24'), engine('podman', '4.3.1')] })
  expect(first).toBe('2 engines ready: docker 20.10.24, podman 4.3.1; 1 of 2 scenarios run; nothing prevents a run.')
  expect(next).toBe('Next: `plimsoll run` measures the suite quick on these engines.')
})

test('what would spoil the answer of a run is counted in the first line, and stands before what to do next', () => {
  const [first, , warning] = doctor({ engines: [engine('docker', '28')], warnings: ['The host is busy.'] })
  expect(first).toMatch(/; nothing prevents a run; 1 warning\.$/)
  expect(warning).toBe('! The host is busy.')
})

test('without an engine, the summary says so, and the problem stands before what to do next', () => {
  const [first, , problem, , next] = doctor({ problems: ['No container engine found. Install one.'] })
  expect(first).toBe('No engine ready: only the host can be measured; 1 of 2 scenarios run; 1 problem.')
  expect(problem).toBe('! No container engine found. Install one.')
  expect(next).toMatch(/^Next: `plimsoll run --engine none` measures the host alone\. Solve the problem above/)
})

test('settings have names in words, and the requested settings are a column only if there are any', () => {
  const setUp = { ...engine('lima', '2.2.0'), requested: { cpus: 4 } }
  const rows = doctor({ engines: [engine('docker', '1'), setUp] }).map((line) => line.trimEnd())
  expect(rows).toEqual(
    expect.arrayContaining([
      'Setting          Effective  How known',
      'Virtual machine  none       observed',
      'Shared files     unknown',
      'Memory           8 GiB      observed',
      'Privileges       rootless   observed',
      'Setting          Effective  How known  Requested',
      'CPUs             2          observed   4',
    ]),
  )
})
