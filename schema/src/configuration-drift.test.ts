import { expect, test } from 'vitest'
import { configurationDrift, type RequestedAndEffective } from './configuration-drift.ts'

const GIB = 2 ** 30
const sentences = (
  requested: RequestedAndEffective['requested'],
  [vmType, mountType, cpus, memory]: (string | number | null)[],
) =>
  configurationDrift({
    product: 'Lima',
    requested,
    effective: {
      vmType: { value: vmType as string | null },
      mountType: { value: mountType as string | null },
      cpus: { value: cpus as number | null },
      memory: { value: memory as number | null },
    },
  })
const asked = { vmType: 'vz', mountType: '9p', cpus: 4, memory: 8 * GIB }

test('an engine that is as it was asked to be needs no sentence', () => {
  expect(sentences(asked, ['vz', '9p', 4, 8 * GIB])).toEqual([])
})

test('each setting that differs from the request is reported', () => {
  expect(sentences(asked, ['qemu', 'virtiofs', 2, 4 * GIB])).toEqual([
    'Lima has the VM type qemu instead of the requested vz.',
    'Lima has the mount type virtiofs instead of the requested 9p.',
    'Lima has 2 CPUs instead of the requested 4.',
    'Lima has 4 GiB of memory instead of the requested 8 GiB.',
  ])
})

test('settings that were not requested or are unknown are skipped', () => {
  expect(sentences({}, ['qemu', 'virtiofs', 2, 4 * GIB])).toEqual([])
  expect(sentences(asked, [null, null, null, null])).toEqual([])
})

test('sshfs has one name in a kernel and others in products', () => {
  for (const mountType of ['reverse-sshfs', 'sshfs', 'fuse.sshfs'])
    expect(sentences({ mountType }, [null, 'fuse.sshfs', null, null])).toEqual([])
  expect(sentences({ mountType: 'reverse-sshfs' }, [null, '9p', null, null])).toHaveLength(1)
})

test('what a kernel keeps of its memory is no difference', () => {
  expect(sentences(asked, [null, null, null, 7.7 * GIB])).toEqual([])
  expect(sentences(asked, [null, null, null, 7.1 * GIB])).toHaveLength(1)
})
