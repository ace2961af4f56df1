import { expect, test } from 'vitest'
import { listScenarios } from './scenario.ts'

const slot = { hostDirectory: '/host/slot', volume: 'vol' }
const mountsOf = (id: string) =>
  listScenarios()
    .find((scenario) => scenario.id === id)
    ?.mounts('/work', 'node_modules', slot)

test('a scenario is named like its file', () => {
  expect(listScenarios().map(({ id }) => id)).toEqual([
    'native',
    'layer',
    'volume',
    'tmpfs',
    'bind-volume',
    'bind',
    'bind-cached',
    'bind-delegated',
    'bind-consistent',
    'ramdisk',
  ])
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

test('what is read back in the container is held against the scenario', () => {
  const agreeing = (filesystem: string, mounted: boolean) =>
    listScenarios().flatMap(({ id, contradiction }) => (contradiction({ filesystem, mounted }) === null ? [id] : []))
  expect(agreeing('overlay', false)).toEqual(['native', 'layer'])
  const mounts = ['volume', 'bind-volume', 'bind', 'bind-cached', 'bind-delegated', 'bind-consistent', 'ramdisk']
  expect(agreeing('ext4', true)).toEqual(['native', ...mounts])
  expect(agreeing('tmpfs', true)).toEqual(['native', 'volume', 'tmpfs', ...mounts.slice(1)])
})

test('the flags of 2017 are asked for', () => {
  for (const flag of ['cached', 'delegated', 'consistent']) {
    expect(mountsOf(`bind-${flag}`)).toEqual([
      { kind: 'bind', source: '/host/slot', target: '/work', consistency: flag },
    ])
  }
})
