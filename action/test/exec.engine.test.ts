import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { makeOwnHome } from './faults.ts'

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
