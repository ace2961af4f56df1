import { findScenario, type Scenario } from '@plimsoll/workloads'
import { afterEach, expect, test } from 'vitest'
import { unsupportedReason } from './unsupported-scenarios.ts'

const { platform, versions } = process
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
  Object.defineProperty(process, 'versions', { value: versions })
})

const nothing = { nfs: null, synced: null }
const on = (id: string) => unsupportedReason(findScenario(id) as Scenario, [], nothing)

test('native runs on a Mac with any version of Node', () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  Object.defineProperty(process, 'versions', { value: { ...versions, node: '26.0.0' } })
  expect(on('native')).toBeNull()
})

test('without an engine, containers and virtual machines are unsupported', () => {
  expect(on('bind')).toBe('no engine')
  expect(on('vm')).toBe(
    'no available engine has a virtual machine that Plimsoll can reach: use Docker in Lima or Colima, or name a machine with --ssh',
  )
})
