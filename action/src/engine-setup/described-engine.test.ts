import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '@plimsoll/schema'
import type { VmEngine } from '@plimsoll/workloads'
import { afterEach, expect, test } from 'vitest'
import { find } from '../../../workloads/src/engines/docker.ts'
import { machine } from '../../test/engine-setup/machine.ts'
import type { Machine } from '../../test/engine-setup/stand-ins.ts'
import type { EngineRequest } from './request.ts'

const PATH = process.env.PATH ?? ''
afterEach(() => {
  process.env.PATH = PATH
})

/** The engine as `plimsoll` describes it, on a machine on which the engine was set up. */
async function described(how: Machine, more: Partial<EngineRequest>, told?: Partial<VmEngine>) {
  const { standIns, setUp } = await machine(how, more)
  const ready = await setUp()
  if (ready.status === 'unsupported') throw new Error(ready.sentence)
  process.env.PATH = `${ready.path}:${standIns.directory}/bin`
  const [finding] = await find(told && { setUp: { context: ready.context, requested: {}, emulated: false, ...told } })
  if (!finding || !('engine' in finding)) throw new Error('There is no engine.')
  return { engine: finding.engine, description: await finding.engine.describe() }
}

const observed = <T>(value: T) => ({ value, confidence: 'observed' as const })
const declared = (value: string) => ({ value, confidence: 'declared' as const })

test.each<[Machine, Partial<EngineRequest>, Partial<Engine['effective']>]>([
  [{}, { mountType: 'virtiofs' }, { vmType: observed('vz'), mountType: declared('virtiofs') }],
  [
    { os: 'Linux' },
    { mountType: 'reverse-sshfs' },
    { vmType: observed('qemu'), mountType: declared('fuse.sshfs'), accelerator: observed('kvm') },
  ],
  [{}, { engine: 'colima', mountType: '9p' }, { vmType: observed('vz'), mountType: declared('virtiofs') }],
  [
    { os: 'Linux', kvm: false },
    { emulate: true },
    { vmType: observed('qemu'), mountType: declared('9p'), accelerator: observed('tcg') },
  ],
])('on %j a machine that was set up with %j is described as %j', async (how, more, effective) => {
  const { engine, description } = await described(how, more)
  expect(description).toMatchObject({ id: more.engine ?? 'lima', requested: {}, effective })
  expect(description.effective).toMatchObject({ cpus: observed(4), memory: observed(4_100_000_000) })
  expect(description.effective.accelerator).toEqual(effective.accelerator)
  // The virtual machine's kernel has the same release as this machine's kernel, but it is a different kernel.
  expect(engine.sharesHostKernel).toBe(false)
})

test('the configuration requested by the action is described next to the effective one', async () => {
  const requested = { vmType: 'vz', mountType: '9p', cpus: 4, memory: 2 ** 32 }
  const { description } = await described({ another: true }, { engine: 'colima', mountType: '9p' }, { requested })
  expect(description.id).toBe('colima')
  expect(description.requested).toEqual(requested)
  expect(description.effective.mountType).toEqual(declared('virtiofs'))
})

test.each([
  ['lima', '2.2.0 (Docker 29)'],
  ['colima', '0.10.3 (Docker 29)'],
] as const)("the version of %s is its own and its Docker's: %s", async (engine, version) => {
  const found = await described({}, { engine })
  expect(found.description.version).toBe(version)
  expect(found.engine.version).toBe(version)
})

test.each([
  [
    'colima',
    'does not know --json, as Colima 0.7',
    'echo "Error: unknown flag: --json" >&2; exit 1',
    /^colima plimsoll: `colima status --json plimsoll` printed nothing .*unknown flag.* unknown\. .*update colima to 0\.8/,
  ],
  [
    'lima',
    'prints something else',
    'echo NAME STATUS',
    /^lima plimsoll: `limactl list --json plimsoll` printed nothing .* unknown\. Run it yourself, or update limactl/,
  ],
] as const)(
  'a %s whose command %s is measured, and a problem names the unknown settings',
  async (engine, _how, script, problem) => {
    const { standIns, state, setUp } = await machine({}, { engine })
    const ready = await setUp()
    if (ready.status === 'unsupported') throw new Error(ready.sentence)
    const program = join(state.tools, 'bin', engine === 'lima' ? 'limactl' : 'colima')
    const answers = `case $1 in version|--version) echo ${engine} version v0.7.1;; *) ${script};; esac`
    writeFileSync(program, `#!/bin/sh\n${answers}\n`)
    process.env.PATH = `${ready.path}:${standIns.directory}/bin`
    const [found, told] = await find()
    const description = found && 'engine' in found ? await found.engine.describe() : undefined
    expect(description).toMatchObject({ id: engine, version: '0.7.1 (Docker 29)' })
    expect(description?.effective.vmType).toEqual({ value: null, confidence: 'unknown' })
    expect(told).toEqual({ problem: expect.stringMatching(problem) })
  },
)

test('emulation that is invisible inside the machine is inferred from the runner', async () => {
  const { description } = await described({}, {}, { emulated: true })
  expect(description.effective.accelerator).toEqual({ value: 'tcg', confidence: 'inferred' })
})
