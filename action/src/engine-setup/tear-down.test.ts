import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { machine, sleepers } from '../../test/engine-setup/machine.ts'
import { tearDown } from './set-up.ts'

test('tearDown deletes the machine and its docker context; twice is no error', async () => {
  const { standIns, state, setUp } = await machine()
  await setUp()
  expect(await tearDown(state, standIns.system)).toBeNull()
  expect(standIns.left).toEqual([])
  expect(await tearDown(state, standIns.system)).toBeNull()
})

test('tearDown does nothing if nothing was installed', async () => {
  const { standIns, state } = await machine()
  expect(await tearDown(state, standIns.system)).toBeNull()
  expect(standIns.calls).toEqual([])
})

test('tearDown ends a start that is still running, as after a killed step', async () => {
  const { standIns, state, setUp } = await machine({ starts: { vz: 'hangs' } }, { vmTypes: ['vz'] })
  const killed = setUp()
  while (sleepers().length === 0) await setTimeout(50)
  expect(await tearDown(state, standIns.system)).toBeNull()
  expect(sleepers()).toEqual([])
  expect(standIns.left).toEqual([])
  await killed
})

test('tearDown reports what it could not delete, with the command for it', async () => {
  const { standIns, state, setUp } = await machine()
  await setUp()
  writeFileSync(join(state.tools, 'bin/limactl'), '#!/bin/sh\necho permission denied >&2\nexit 1\n')
  expect(await tearDown(state, standIns.system)).toBe(
    `Cannot remove the virtual machine of Lima (“permission denied”). Run \`${join(state.tools, 'bin/limactl')} delete --force plimsoll\` on the runner.`,
  )
})

test('tearDown reports a machine whose Lima was uninstalled', async () => {
  const { standIns, state, setUp } = await machine({ os: 'Linux' })
  await setUp()
  rmSync(join(standIns.directory, 'bin/limactl'))
  expect(await tearDown(state, standIns.system)).toContain('Cannot remove the virtual machine of Lima (')
})
