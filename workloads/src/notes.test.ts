import type { Conditions, Engine } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { notesOn } from './notes.ts'

const quiet: Conditions = {
  loadAverage: 0.1,
  freeMemory: 1,
  otherContainers: 0,
  otherVirtualMachines: 0,
  stealRatio: 0,
}
const engine = (id: string, cpus: number, memory: number) =>
  ({
    id,
    effective: {
      cpus: { value: cpus, confidence: 'observed' },
      memory: { value: memory, confidence: 'observed' },
      storageDriver: { value: id === 'copier' ? 'vfs' : 'overlay2', confidence: 'observed' },
    },
  }) as Engine
const codes = (before: Conditions, engines: Engine[] = [], littleSpace = false) =>
  notesOn({ conditions: { before, after: quiet }, engines, cpus: 2, littleSpace }).map(({ code }) => code)

test('a quiet machine and like engines need no note', () => {
  expect(codes(quiet, [engine('a', 2, 8), engine('b', 2, 8)])).toEqual([])
})

test('a busy machine, other containers and a stealing hypervisor are warnings on the run', () => {
  expect(codes({ ...quiet, loadAverage: 1.5, otherContainers: 2, stealRatio: 0.05 })).toEqual([
    'busy',
    'other-containers',
    'steal',
  ])
})

test('engines with other CPUs or memory are said not to be comparable', () => {
  expect(codes(quiet, [engine('a', 2, 8), engine('b', 4, 8)])).toEqual(['unlike-engines'])
})

test('a storage driver that copies the image for every container is named', () => {
  expect(codes(quiet, [engine('copier', 2, 8)])).toEqual(['vfs'])
})

test('a run that had to remove places as it went says so', () => {
  expect(codes(quiet, [], true)).toEqual(['little-space'])
})
