import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { journaled, makeOwnHome } from './faults.ts'

const engine = (await enginesForTest())[0]
const home = makeOwnHome()
afterAll(() => home.remove())

test.skipIf(engine === undefined)(
  'an image that cannot be had ends the run of a command before its first sample',
  async () => {
    const out = join(home.directory, 'run.json')
    const place = ['--engine', engine?.id ?? '', '--dir', home.directory, '--out', out]
    const args = ['exec', '--image', 'localhost:1/no/such:image', '--no-copy', '--no-rest', ...place, '--', 'true']
    const { exitCode, stderr } = await home.plimsoll(args)
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('and the pull failed') })
    expect(stderr).not.toContain('Measuring')
    expect(home.slots()).toEqual([])
  },
)

test.skipIf(engine === undefined)(
  'the run of a command on the host alone has no engine, and can be resumed',
  async () => {
    const out = join(home.directory, 'host.json')
    const place = ['--dir', home.directory, '--out', out]
    const running = home.plimsoll(['exec', '--no-copy', '--no-rest', '--rounds', '6', ...place, '--', 'sleep', '0.2'])
    while (journaled(`${out}.journal`).length < 3) await new Promise((resolve) => setTimeout(resolve, 50))
    running.kill('SIGKILL')
    await running
    const { exitCode, stderr } = await home.plimsoll(['run', '--resume', `${out}.journal`])
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ engines: [], status: 'complete' })
  },
)

test('a run that is interrupted before its first sample leaves neither document nor journal', async () => {
  const out = join(home.directory, 'none.json')
  const place = ['--dir', home.directory, '--out', out]
  const running = home.plimsoll(['exec', '--no-copy', '--no-rest', ...place, '--', 'sleep', '30'])
  while (!existsSync(`${out}.journal`)) await new Promise((resolve) => setTimeout(resolve, 20))
  running.kill('SIGINT')
  expect(await running).toMatchObject({ exitCode: 130, stderr: expect.stringContaining('nothing was measured') })
  expect(readdirSync(home.directory).filter((name) => name.startsWith('none.json'))).toEqual([])
  expect([home.runs(), home.slots()]).toEqual([[], []])
})
