import { expect, test } from 'vitest'
import { otherMachines } from './describe-host.ts'

test('a virtual machine that is measured is no other one', () => {
  const onHost = { sharesHostKernel: true, isRemote: false }
  const inMachine = { sharesHostKernel: false, isRemote: false }
  expect(otherMachines(2, [onHost])).toBe(2)
  expect(otherMachines(3, [onHost, inMachine, inMachine])).toBe(1)
  expect(otherMachines(1, [{ sharesHostKernel: false, isRemote: true }])).toBe(1)
  expect(otherMachines(0, [inMachine])).toBe(0) // There are more measured VMs than visible VMs.
  expect(otherMachines(null, [inMachine])).toBeNull()
})
