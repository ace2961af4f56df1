import { expect, test } from 'vitest'
import { begins, machine } from '../../test/engine-setup/machine.ts'
import type { Machine } from '../../test/engine-setup/stand-ins.ts'
import type { EngineRequest } from './request.ts'

const SLOW: Machine[] = [
  { os: 'Linux', kvm: false },
  { os: 'Linux', kvm: 'unusable' },
  { machine: 'arm64', hvSupport: '0' },
  { machine: 'x86_64', hvSupport: '0' },
]

test.each(SLOW)(
  'without an accelerator, on %j, Lima is started with qemu only, with twice the timeout',
  async (how) => {
    const { standIns, setUp } = await machine(how, { emulate: true })
    expect(await setUp()).toMatchObject({
      status: 'ready',
      emulated: true,
      requested: { vmType: 'qemu' },
      effective: { vmType: 'qemu' },
      notes: [],
    })
    const starts = begins(standIns.calls, 'limactl start')
    expect(starts).toEqual([expect.stringMatching(/ --vm-type=qemu .* --timeout=120s /)])
  },
)

test('a host with an accelerator does not emulate', async () => {
  const { setUp } = await machine({}, { emulate: true })
  expect(await setUp()).toMatchObject({ emulated: false, effective: { vmType: 'vz' } })
})

test.each<[Partial<EngineRequest>, Machine, RegExp]>([
  [{ engine: 'colima' }, {}, /^This Mac cannot start virtual machines/],
  [{ vmTypes: ['vz'] }, {}, /^This Mac cannot start virtual machines/],
  [{}, { qemu: false }, /^QEMU is needed, but the program qemu-system-x86_64 was not found/],
  [{}, { root: true }, /^Lima refuses to run as root/],
])('%j cannot be emulated where %j', async (request, how, sentence) => {
  const { server, setUp } = await machine({ hvSupport: '0', ...how }, { ...request, emulate: true })
  expect(await setUp()).toEqual({ status: 'unsupported', sentence: expect.stringMatching(sentence) })
  expect(server.requests).toEqual([])
})
