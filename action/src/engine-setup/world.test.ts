import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { realWorld } from './world.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const world = realWorld({ ...process.env, RUNNER_TEMP: scratch, INPUT_TOKEN: 'secret' }, () => {})

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
  expect(stdout.trim()).toMatch(/^(Z.*)?$/) // in a container nobody may collect it
})

test('only the environment that programs need is theirs', async () => {
  const { stdout } = await world.run(['env'], 20, '/first')
  expect(stdout).toMatch(/^PATH=\/first:/m)
  expect(stdout).not.toContain('secret')
})
