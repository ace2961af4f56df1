import type { Conditions, Engine } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { conditionNotes, loadNotes } from './condition-notes.ts'

const quiet: Conditions = {
  loadAverage: 0.1,
  freeMemory: 1,
  otherContainers: 0,
  otherVirtualMachines: 0,
  stealRatio: 0,
}
const engine = (id: string, cpus: number | null, memory: number | null) =>
  ({
    id,
    product: id,
    requested: id === 'changer' ? { mountType: '9p' } : {},
    effective: {
      vmType: { value: null, confidence: 'unknown' },
      mountType: { value: 'virtiofs', confidence: 'observed' },
      cpus: { value: cpus, confidence: 'observed' },
      memory: { value: memory, confidence: 'observed' },
      ...(id === 'emulator' && { accelerator: { value: 'tcg', confidence: 'observed' } }),
      storageDriver: { value: id === 'copier' ? 'vfs' : 'overlay2', confidence: 'observed' },
    },
  }) as Engine
const uneventful = { cpus: 2, littleSpace: false, resumes: [], budget: null }
const codes = (engines: Engine[], littleSpace = false) =>
  conditionNotes({ ...uneventful, engines, littleSpace }).map(({ code }) => code)
const texts = (more: Partial<Parameters<typeof conditionNotes>[0]>) =>
  conditionNotes({ ...uneventful, engines: [], ...more }).map(({ text }) => text)

test('a quiet machine and like engines need no note', () => {
  expect(loadNotes(quiet, 2, 0.1, false)).toEqual([])
  expect(codes([engine('a', 2, 8), engine('b', 2, 8)])).toEqual([])
})

test('a busy machine, other containers and a stealing hypervisor are warnings on the run', () => {
  const loaded = { ...quiet, loadAverage: 1.5, otherContainers: 2, stealRatio: 0.05 }
  const codesOf = (busyShare: number | null) => loadNotes(loaded, 2, busyShare, true).map(({ code }) => code)
  for (const share of [0.9, null]) expect(codesOf(share)).toEqual(['busy', 'other-containers', 'steal'])
  // The load average remembers the set-up, which is over.
  expect(codesOf(0.1)).toEqual(['other-containers', 'steal'])
})

test('load is more than imprecision where work on the host shares the CPU with other programs', () => {
  const codesOf = (loadAverage: number, ownShare: boolean | null) =>
    loadNotes({ ...quiet, loadAverage }, 2, 0.9, ownShare).map(({ code }) => code)
  expect(codesOf(1.5, false)).toEqual(['busy', 'unequal-shares'])
  for (const ownShare of [true, null]) expect(codesOf(1.5, ownShare)).toEqual(['busy'])
  expect(codesOf(0.1, false)).toEqual([])
})

test('engines with different CPUs or memory get a note that their results are not comparable', () => {
  expect(texts({ engines: [engine('a', 2, 8e9), engine('b', 4, 8e9)] })).toEqual([
    'The engines differ in CPUs, so their results are not comparable.',
  ])
  expect(texts({ engines: [engine('a', 2, 8e9), engine('b', 4, 4e9)] })).toEqual([
    'The engines differ in CPUs and memory, so their results are not comparable.',
  ])
})

test('equal virtual machines and unknown settings need no note', () => {
  expect(codes([engine('a', 2, 8.2e9), engine('b', 2, 8.0e9), engine('c', null, null)])).toEqual([])
})

test('a storage driver that copies the image for every container is named', () => {
  expect(codes([engine('copier', 2, 8)])).toEqual(['vfs'])
})

test('a run that removed slots early has a note', () => {
  expect(codes([], true)).toEqual(['little-space'])
})

test('a resumed run has a note with the number and length of the interruptions', () => {
  const gap = (seconds: number) => ({ gap: seconds * 1e9, before: quiet })
  expect(texts({ resumes: [gap(12)] })).toEqual([
    'The run was interrupted and resumed once; nothing was measured for 12.0 s.',
  ])
  expect(texts({ resumes: [gap(12), gap(30)] })).toEqual([
    'The run was interrupted and resumed 2 times; nothing was measured for 42.0 s in total. The longest interruption took 30.0 s.',
  ])
})

test('a machine that was busy when the run was resumed is a warning too', () => {
  expect(texts({ resumes: [{ gap: 1e9, before: { ...quiet, loadAverage: 1.5 } }] })).toContain(
    'The host was busy when the run was resumed: load average 1.5 on 2 CPUs.',
  )
})

test('a run that its budget ended has a note with the number of samples', () => {
  expect(texts({ budget: { text: '10m', taken: 7, planned: 12 } })).toEqual([
    'The budget of 10m ended the run after 7 of 12 samples.',
  ])
})

test('an emulated CPU has a note that its times are not comparable with others', () => {
  expect(codes([engine('emulator', 2, 8)])).toEqual(['emulated'])
})

test('an engine whose effective settings differ from the requested ones is named', () => {
  expect(texts({ engines: [engine('changer', 2, 8)] })).toEqual([
    'changer has the mount type virtiofs instead of the requested 9p.',
  ])
})
