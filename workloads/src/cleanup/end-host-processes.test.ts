import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { hostAgent } from '../sample/agent.ts'
import { endHostProcesses } from './end-host-processes.ts'

test('work that a killed run left on the host ends, with the command it timed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-zzzzzzzzzz'))
  const work = execa(hostAgent(), ['run', '--make', `${directory}/s0000`, '--', 'sleep', '1234.5'], { reject: false })
  const sleeping = async () =>
    (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').filter((line) => line === 'sleep 1234.5').length
  await expect.poll(sleeping).toBe(1)
  await endHostProcesses('aaaaaaaaaa')
  expect(await sleeping()).toBe(1)
  await endHostProcesses('zzzzzzzzzz')
  expect(await sleeping()).toBe(0)
  expect((await work).failed).toBe(true)
  rmSync(directory, { recursive: true })
})
