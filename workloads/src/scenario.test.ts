import { expect, test } from 'vitest'
import { listScenarios } from './scenario.ts'

const slot = { hostDirectory: '/host/slot', volume: 'vol' }
const mountsOf = (id: string) =>
  listScenarios()
    .find((scenario) => scenario.id === id)
    ?.mounts('/work', 'node_modules', slot)

test('a scenario is named like its file', () => {
  expect(listScenarios().map(({ id }) => id)).toEqual(['native', 'layer', 'volume', 'bind-volume', 'bind'])
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
  const contradictions = (mounted: boolean) =>
    Object.fromEntries(
      listScenarios().map(({ id, contradiction }) => [id, contradiction({ filesystem: 'overlay', mounted }) !== null]),
    )
  expect(contradictions(false)).toEqual({ native: false, layer: false, volume: true, 'bind-volume': true, bind: true })
  expect(contradictions(true)).toEqual({ native: false, layer: true, volume: false, 'bind-volume': false, bind: false })
})
