import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { hostAgent } from '../sample/agent.ts'
import { endHostProcesses } from './end-host-processes.ts'

test('work that a killed run left on the host ends, with the command it timed', async () => {
  // The names are unique, because the same test may run in another clone on this machine.
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  const seconds = `1234.${process.pid}`
  const work = execa(hostAgent(), ['run', '--make', `${directory}/s0000`, '--', 'sleep', seconds], { reject: false })
  const sleeping = async () =>
    (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n').filter((line) => line === `sleep ${seconds}`).length
  await expect.poll(sleeping).toBe(1)
  await endHostProcesses(`${directory}-another`)
  expect(await sleeping()).toBe(1)
  await endHostProcesses(directory)
  expect(await sleeping()).toBe(0)
  expect((await work).failed).toBe(true)
})
