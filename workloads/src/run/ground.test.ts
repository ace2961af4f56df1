import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateRun } from '@plimsoll/schema'
import { beforeEach, expect, test, vi } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import type { ContainerEngine } from '../engine.ts'
import { listWorkloads } from '../read-catalog/catalog.ts'
import { runHostAgent } from '../sample/agent.ts'
import { makeDocument } from './document.ts'
import { type Ground, mergeGrounds, prepareGround } from './ground.ts'
import { measurementsSoFar } from './measurements.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
beforeEach(() => void vi.stubEnv('HOME', directory))

const start = startForTest()
const runs = {
  step: 'process',
  ...{ libc: 'musl', cpus: 4, cpuQuota: 50_000, cpuPeriod: 100_000 },
  ...{ memoryLimit: 2 ** 30, memoryAvailable: 2 ** 31, seccomp: true },
}
const ext4 = {
  step: 'storage',
  filesystem: 'ext4',
  journal: true,
  commit: 60,
  discard: true,
  device: [8, 1],
  upper: null,
}
const upper = '/planted-path/overlay2/planted-id/diff'
const overlay = {
  ...{ step: 'storage', path: '/', filesystem: 'overlay', journal: null, commit: null, discard: null },
  ...{ device: [0, 39], upper },
}

/** The output of an agent that prints the given lines. */
function printing(...lines: object[]) {
  return { exitCode: 0, stdout: lines.map((line) => JSON.stringify(line)).join('\n'), stderr: '' }
}

/** The ground of a host and one engine, with the lines of the agents on both sides, and the agents' calls. */
async function groundWith({
  host = ext4,
  volume = ext4,
  layer = overlay,
  below = ext4,
  inVm = false,
}: {
  host?: object
  volume?: object
  layer?: object
  below?: object
  inVm?: boolean
} = {}): Promise<Ground & { calls: string[] }> {
  const calls: string[] = []
  const ground = await prepareGround({
    plan: start.plan,
    workloads: listWorkloads(),
    engines: [{ id: 'docker', sharesHostKernel: !inVm, isRemote: false } as ContainerEngine],
    directory,
    agents: new Map([
      [
        'docker',
        async ([command]) => {
          calls.push(`docker ${command}`)
          return printing(runs, { ...layer, path: '/' }, { ...volume, path: '/.plimsoll' })
        },
      ],
    ]),
    budget: null,
    signal: new AbortController().signal,
    say: () => {},
    onRest: () => {},
    runHost: async ([command, path]) => {
      calls.push(`host ${command}`)
      return printing(runs, { ...(path === directory ? host : below), path })
    },
  })
  return { ...ground, calls }
}

const of = ({ storage }: Ground, at: string) => storage.find(({ location }) => location === at)

test('under one kernel, a volume on the device of the host is on the same device', async () => {
  const ground = await groundWith()
  expect(of(ground, 'target')).toEqual({
    ...{ engine: null, location: 'target', filesystem: 'ext4', journal: true, commitInterval: 60, discard: true },
    ...{ sameDeviceAsHost: true, sinceRemoval: null, rested: 0 },
  })
  expect(of(ground, 'volume')).toMatchObject({ engine: 'docker', filesystem: 'ext4', sameDeviceAsHost: true })
  const elsewhere = await groundWith({ volume: { ...ext4, device: [8, 2] } })
  expect(of(elsewhere, 'volume')?.sameDeviceAsHost).toBe(false)
  const unknown = await groundWith({ volume: { ...ext4, device: null } })
  expect(of(unknown, 'volume')?.sameDeviceAsHost).toBeNull()
})

test('a journal that a container cannot see is that of the host, but only on the same device', async () => {
  const unseen = { ...ext4, journal: null }
  const same = await groundWith({ volume: unseen, below: unseen })
  expect(of(same, 'volume')).toMatchObject({ journal: true, sameDeviceAsHost: true })
  expect(of(same, 'layer')).toMatchObject({ journal: true, sameDeviceAsHost: true })
  const elsewhere = await groundWith({ volume: { ...unseen, device: [8, 2] } })
  expect(of(elsewhere, 'volume')).toMatchObject({ journal: null, sameDeviceAsHost: false })
})

test('in a virtual machine, a device with the same number is not the same device', async () => {
  const ground = await groundWith({ inVm: true })
  expect(of(ground, 'volume')?.sameDeviceAsHost).toBe(false)
  expect(of(ground, 'layer')).toMatchObject({ filesystem: 'overlay', journal: null, sameDeviceAsHost: false })
})

test('a layer is on the file system of the volumes if its upper directory is on their device, else unknown', async () => {
  expect(of(await groundWith(), 'layer')).toMatchObject({ filesystem: 'ext4', journal: true, sameDeviceAsHost: true })
  expect(of(await groundWith({ below: { ...ext4, device: [8, 9] } }), 'layer')).toMatchObject({
    ...{ filesystem: 'overlay', journal: null, sameDeviceAsHost: null },
  })
  const direct = await groundWith({ layer: { ...ext4, filesystem: 'btrfs', device: [0, 50] } })
  expect(of(direct, 'layer')).toMatchObject({ filesystem: 'btrfs', sameDeviceAsHost: false })
})

test('memory is touched once per kernel, after everything was read', async () => {
  const shared = await groundWith()
  expect(shared.calls.filter((call) => call.endsWith('touch'))).toEqual(['host touch'])
  expect(shared.environments).toMatchObject([
    { engine: null, libc: 'musl', cpus: 4, cpuLimit: 0.5, memoryLimit: 2 ** 30, seccomp: true, firstTouch: 'handled' },
    { engine: 'docker', firstTouch: 'handled' },
  ])
  const vm = await groundWith({ inVm: true })
  expect(vm.calls.slice(-2)).toEqual(['host touch', 'docker touch'])
})

test('what an agent did not print as it should is unknown, not a guess', async () => {
  const engines = [{ id: 'docker', sharesHostKernel: true, isRemote: false } as ContainerEngine]
  const agents = new Map([['docker', async () => ({ exitCode: 0, stdout: 'hello', stderr: '' })]])
  const { signal } = new AbortController()
  const options = {
    plan: start.plan,
    workloads: [],
    engines,
    directory,
    agents,
    budget: null,
    signal,
    say: () => {},
    onRest: () => {},
  }
  const ground = await prepareGround({ ...options, runHost: async () => ({ exitCode: 1, stdout: '', stderr: '' }) })
  expect(ground.storage).toEqual([])
  expect(ground.environments).toEqual(
    [null, 'docker'].map((engine) => ({
      ...{ engine, libc: null, cpus: null, cpuLimit: null, memoryLimit: null, seccomp: null },
      firstTouch: expect.stringMatching(/^un(handled|known)$/),
    })),
  )
})

test("on this host, the agent's own lines are understood", async () => {
  const { signal } = new AbortController()
  const options = { plan: start.plan, workloads: listWorkloads(), engines: [], agents: new Map(), budget: null, signal }
  const { storage, environments } = await prepareGround({ ...options, directory, say: () => {}, onRest: () => {} })
  const seen = JSON.parse((await runHostAgent(['inspect', directory])).stdout.split('\n')[1] as string)
  expect(storage).toMatchObject([{ location: 'target', filesystem: seen.filesystem, journal: seen.journal }])
  expect(environments).toHaveLength(1)
  expect(environments[0]?.cpus).toBeGreaterThan(0)
})

test('no path, device, server or cgroup gets from the agents into a journal or a document', async () => {
  const planted = {
    ...{
      device: [4242, 4243],
      upper,
      source: '//planted-server/share',
      uuid: 'planted-uuid',
      cgroup: '/planted-cgroup',
    },
    point: '/planted-mount',
  }
  const places = [
    { ...ext4, ...planted },
    { ...ext4, ...planted, filesystem: 'fuse.planted-server' },
    { ...ext4, ...planted, filesystem: 'planted-server:/share' },
    { ...ext4, ...planted, filesystem: 'overlay' },
  ]
  for (const place of places) {
    const { storage, environments } = await groundWith({ host: place, volume: place, layer: place, below: place })
    const entry = { ...start, storage, environments }
    const measured = measurementsSoFar(start.plan, null)
    const times = { startedAt: new Date(start.startedAt), finishedAt: new Date(start.startedAt) }
    const document = makeDocument({
      ...{ ...entry, ...measured, ...times, status: 'partial', notes: [], redact: (text) => text },
      conditions: { before: start.before, after: start.before },
    })
    expect(validateRun(document)).toEqual([])
    expect(document.storage).toHaveLength(3)
    expect(JSON.stringify([document, entry])).not.toMatch(/planted|424[23]|\/diff/)
  }
})

test('the ground of a resumed run has the sum of the rests, the shortest time since a removal and the worst first touch', () => {
  const [place] = start.storage as [Ground['storage'][0]]
  const [environment] = start.environments as [Ground['environments'][0]]
  const at = (sinceRemoval: number | null, rested: number, firstTouch: 'handled' | 'unhandled' | 'unknown') => ({
    storage: [{ ...place, sinceRemoval, rested }],
    environments: [{ ...environment, firstTouch }],
  })
  expect(mergeGrounds(at(70, 5, 'handled'), [])).toEqual(at(70, 5, 'handled'))
  expect(mergeGrounds(at(70, 5, 'handled'), [at(66, 60, 'unknown'), at(null, 0, 'handled')])).toEqual(
    at(66, 65, 'unknown'),
  )
  expect(mergeGrounds(at(null, 0, 'handled'), [at(null, 0, 'unhandled')])).toEqual(at(null, 0, 'unhandled'))
})
