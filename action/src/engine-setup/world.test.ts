import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { realWorld } from './world.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const environment = { ...process.env, RUNNER_TEMP: scratch, INPUT_TOKEN: 'secret' }
const world = realWorld(environment, () => {})

test('words reach a program as they are, and what it says comes back', async () => {
  expect(await world.run(['printf', '<%s>', '$HOME', 'a  b', "'", '; exit 9'], 20)).toEqual({
    exitCode: 0,
    timedOut: false,
    stdout: "<$HOME><a  b><'><; exit 9>",
    stderr: '',
  })
  const failed = await world.run(['sh', '-c', 'echo out; echo wrong >&2; exit 3'], 20)
  expect(failed).toEqual({ exitCode: 3, timedOut: false, stdout: 'out\n', stderr: 'wrong\n' })
  expect(readdirSync(scratch)).toEqual([])
})

test('a program that is not there is a result', async () => {
  expect(await world.run(['no-such-program'], 20)).toMatchObject({ exitCode: 127, timedOut: false })
})

test('nobody waits for what a program leaves in the background', async () => {
  const began = performance.now()
  expect(await world.run(['sh', '-c', 'sleep 6 & echo $!'], 20)).toMatchObject({ exitCode: 0, timedOut: false })
  expect(performance.now() - began).toBeLessThan(4000)
})

test('a program that does not end when it is told to is killed, with what it has started', async () => {
  const began = performance.now()
  const ran = await world.run(
    ['sh', '-c', 'trap "" TERM; sh -c "trap \\"\\" TERM; while :; do sleep 1; done" & echo $!; wait; wait'],
    0.5,
  )
  expect(ran).toMatchObject({ timedOut: true })
  expect(performance.now() - began).toBeLessThan(15_000)
  const { stdout } = await world.run(['ps', '-o', 'stat=', '-p', ran.stdout.trim()], 20)
  expect(stdout.trim()).toMatch(/^(Z.*)?$/) // in a container there may be no init process to reap it
})

test('only the environment that programs need is theirs', async () => {
  const { stdout } = await world.run(['env'], 20, '/first')
  expect(stdout).toMatch(/^PATH=\/first:/m)
  expect(stdout).not.toContain('secret')
})

test('a QEMU that somebody has chosen for Lima reaches it, and goes before what the set-up would have it take', async () => {
  const more = { QEMU_SYSTEM_X86_64: 'ours' }
  expect((await world.run(['env'], 20, undefined, more)).stdout).toMatch(/^QEMU_SYSTEM_X86_64=ours$/m)
  const choosing = realWorld({ ...environment, QEMU_SYSTEM_X86_64: 'theirs' }, () => {})
  expect((await choosing.run(['env'], 20, undefined, more)).stdout).toMatch(/^QEMU_SYSTEM_X86_64=theirs$/m)
})

test('a device can be used where it opens, and not where there is a file with nothing behind it', async () => {
  expect(world.canUse('/dev/null')).toBe(true)
  expect(world.canUse(join(scratch, 'absent'))).toBe(false)
  // Like a device without a driver, a socket's file has permissions for everybody but cannot be opened.
  const file = join(scratch, 'socket')
  const server = createServer().listen(file)
  await once(server, 'listening')
  accessSync(file, constants.R_OK | constants.W_OK)
  expect(world.canUse(file)).toBe(false)
  server.close()
})
