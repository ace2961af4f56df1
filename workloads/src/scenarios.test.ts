import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listScenarios } from './scenarios.ts'

const slot = { hostDirectory: '/host/slot', volume: 'vol' }
const mountsOf = (id: string) =>
  listScenarios()
    .find((scenario) => scenario.id === id)
    ?.mounts('/work', 'node_modules', slot)

/** The standard scenarios, in the order of tables. Other scenarios may exist, each in its own file. */
const PLANNED = [
  'native',
  'vm',
  'vm-share',
  'layer',
  'volume',
  'tmpfs',
  'bind-volume',
  'bind',
  'bind-cached',
  'bind-delegated',
  'bind-consistent',
  'ramdisk',
  'nfs',
  'synced',
]

test('a scenario is named like its file', () => {
  const files = readdirSync(new URL('./scenarios/', import.meta.url)).filter((name) => !name.endsWith('.test.ts'))
  const ids = listScenarios().map(({ id }) => id)
  expect(ids.map((id) => `${id}.ts`).sort()).toEqual(files.sort())
  expect(ids.filter((id) => PLANNED.includes(id))).toEqual(PLANNED)
})

test('each scenario puts the files where it says', () => {
  expect(mountsOf('layer')).toEqual([])
  expect(mountsOf('volume')).toEqual([{ kind: 'volume', source: 'vol', target: '/work' }])
  expect(mountsOf('bind')).toEqual([{ kind: 'bind', source: '/host/slot', target: '/work' }])
  expect(mountsOf('bind-volume')).toEqual([
    { kind: 'bind', source: '/host/slot', target: '/work' },
    { kind: 'volume', source: 'vol', target: '/work/node_modules' },
  ])
})

test('the observed target is compared with the scenario', () => {
  const outside = ['native', 'vm', 'vm-share']
  const agreeing = (filesystem: string, mounted: boolean) =>
    listScenarios()
      .filter(({ id }) => PLANNED.includes(id))
      .flatMap(({ id, contradiction }) => (contradiction({ filesystem, mounted }) === null ? [id] : []))
  expect(agreeing('overlay', false)).toEqual([...outside, 'layer'])
  const binds = ['bind-volume', 'bind', 'bind-cached', 'bind-delegated', 'bind-consistent', 'ramdisk']
  expect(agreeing('ext4', true)).toEqual([...outside, 'volume', ...binds, 'synced'])
  expect(agreeing('tmpfs', true)).toEqual([...outside, 'volume', 'tmpfs', ...binds, 'synced'])
  expect(agreeing('nfs4', true)).toEqual([...outside, 'volume', ...binds, 'nfs', 'synced'])
})

test('the flags of 2017 are passed to the engine', () => {
  for (const flag of ['cached', 'delegated', 'consistent']) {
    expect(mountsOf(`bind-${flag}`)).toEqual([
      { kind: 'bind', source: '/host/slot', target: '/work', consistency: flag },
    ])
  }
})

test('without --nfs or --synced these two scenarios are unsupported, with the remedy', () => {
  const nothing = { nfs: null, synced: null }
  const reason = (id: string) =>
    listScenarios()
      .find((scenario) => scenario.id === id)
      ?.unsupported?.(nothing)
  expect(reason('nfs')).toContain('--nfs')
  expect(reason('synced')).toContain('--synced')
})

test('an NFS volume is the slot below what the server exports', () => {
  const nfs = { directory: '/srv/shared', address: '10.0.2.2', path: '/export', options: 'nfsvers=3' }
  const scenario = listScenarios().find(({ id }) => id === 'nfs')
  const root = scenario?.hostRoot?.('r', { nfs, synced: null })
  expect(root).toBe('/srv/shared/plimsoll-r')
  expect(scenario?.volumeOptions?.({ hostDirectory: `${root}/a/s1`, volume: 'v' }, { nfs, synced: null })).toEqual({
    type: 'nfs',
    o: 'addr=10.0.2.2,nfsvers=3',
    device: ':/export/plimsoll-r/a/s1',
  })
})
