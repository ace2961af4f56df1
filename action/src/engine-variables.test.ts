import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { realSystem } from './engine-setup/system.ts'
import { recordVm, removeDeadVms } from './engine-setup/vm-cleanup-records.ts'
import { ENGINE_VARIABLES } from './engine-variables.ts'
import { FORWARDED_ENVIRONMENT } from './steps/forwarded-environment.ts'

const home = mkdtempSync(join(tmpdir(), 'plimsoll-'))

test('set-up and measurement use the same directories and the same TLS settings of Docker', async () => {
  const given = Object.fromEntries(
    [...ENGINE_VARIABLES.filter((name) => name !== 'PATH'), 'HTTPS_PROXY', 'INPUT_TOKEN'].map((name) => [
      name,
      `/${name}`,
    ]),
  )
  const world = realSystem({ ...given, PATH: process.env.PATH, RUNNER_TEMP: home }, () => {})
  const { stdout } = await world.run(['env'], 20)
  const inSetUp = stdout.split('\n').map((line) => line.split('=')[0] as string)
  const places = ['LIMA_HOME', 'COLIMA_HOME', 'DOCKER_CONFIG', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR']
  const reached = ['DOCKER_HOST', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH', 'DOCKER_CONTEXT', 'CONTAINER_HOST']
  for (const names of [inSetUp, FORWARDED_ENVIRONMENT])
    expect(names).toEqual(expect.arrayContaining([...places, ...reached]))
  expect([inSetUp.includes('HTTPS_PROXY'), FORWARDED_ENVIRONMENT.includes('HTTPS_PROXY')]).toEqual([true, false])
})

test('a machine is removed from the directories it was created in, whatever the removing step uses', async () => {
  vi.stubEnv('HOME', home)
  const { tools } = recordVm('colima', { XDG_CONFIG_HOME: '/then/config', DOCKER_CONFIG: '/then/docker' })
  const file = join(home, 'asked')
  mkdirSync(join(tools, 'bin'), { recursive: true })
  writeFileSync(join(tools, 'bin/colima'), `#!/bin/sh\necho "$XDG_CONFIG_HOME $DOCKER_CONFIG $LIMA_HOME" > ${file}\n`)
  chmodSync(join(tools, 'bin/colima'), 0o755)
  const now = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: '/now/config', LIMA_HOME: '/now/lima' }
  expect(await removeDeadVms(now, () => {})).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('/then/config /then/docker \n')
})
