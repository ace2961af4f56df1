import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realSystem } from './system.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
const environment = { ...process.env, RUNNER_TEMP: scratch, INPUT_TOKEN: 'secret' }
const system = realSystem(environment, () => {})

test('arguments reach a program unchanged, and its output is returned', async () => {
  expect(await system.run(['printf', '<%s>', '$HOME', 'a  b', "'", '; exit 9'], 20)).toEqual({
    exitCode: 0,
    timedOut: false,
    stdout: "<$HOME><a  b><'><; exit 9>",
    stderr: '',
  })
  const failed = await system.run(['sh', '-c', 'echo out; echo wrong >&2; exit 3'], 20)
  expect(failed).toEqual({ exitCode: 3, timedOut: false, stdout: 'out\n', stderr: 'wrong\n' })
  expect(readdirSync(scratch)).toEqual([])
})

test('a missing program gives a result, not an exception', async () => {
  expect(await system.run(['no-such-program'], 20)).toMatchObject({ exitCode: 127, timedOut: false })
})

test('background processes of a program do not delay its result', async () => {
  const ran = await system.run(['sh', '-c', 'sleep 1000 & echo $!'], 900)
  expect(ran).toMatchObject({ exitCode: 0, timedOut: false })
  process.kill(Number(ran.stdout))
})

test('a program that ignores SIGTERM is killed with all its processes', async () => {
  const ran = await system.run(
    ['sh', '-c', 'trap "" TERM; sh -c "trap \\"\\" TERM; while :; do sleep 1; done" & echo $!; wait; wait'],
    0.5,
  )
  expect(ran).toMatchObject({ timedOut: true })
  const { stdout } = await system.run(['ps', '-o', 'stat=', '-p', ran.stdout.trim()], 20)
  expect(stdout.trim()).toMatch(/^(Z.*)?$/) // In a container the killed process may remain as a zombie (state Z).
})

test('programs get only the environment variables that they need', async () => {
  const { stdout } = await system.run(['env'], 20, '/first')
  expect(stdout).toMatch(/^PATH=\/first:/m)
  expect(stdout).not.toContain('secret')
})

test("a QEMU that the user selected for Lima takes precedence over the set-up's", async () => {
  const more = { QEMU_SYSTEM_X86_64: 'ours' }
  expect((await system.run(['env'], 20, undefined, more)).stdout).toMatch(/^QEMU_SYSTEM_X86_64=ours$/m)
  const choosing = realSystem({ ...environment, QEMU_SYSTEM_X86_64: 'theirs' }, () => {})
  expect((await choosing.run(['env'], 20, undefined, more)).stdout).toMatch(/^QEMU_SYSTEM_X86_64=theirs$/m)
})

test('a device is usable if it opens, not if only its file exists', async () => {
  expect(system.canUse('/dev/null')).toBe(true)
  expect(system.canUse(join(scratch, 'absent'))).toBe(false)
  // The file of a socket permits access but cannot be opened. The file of a device without a driver behaves in the same
  // way.
  const file = join(scratch, 'socket')
  const server = createServer().listen(file)
  await once(server, 'listening')
  accessSync(file, constants.R_OK | constants.W_OK)
  expect(system.canUse(file)).toBe(false)
  server.close()
})
