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

test('each setting that is another is told', () => {
  expect(sentences(asked, ['qemu', 'virtiofs', 2, 4 * GIB])).toEqual([
    'Lima was asked for the VM type vz and has qemu.',
    'Lima was asked for the mount type 9p and has virtiofs.',
    'Lima was asked for 4 CPUs and has 2.',
    'Lima was asked for 8 GiB of memory and has 4 GiB.',
  ])
})

test('what was not asked for, and what is not known, is not told', () => {
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
