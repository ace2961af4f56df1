import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { agentBinary } from '../sample/agent.ts'
import { prepareToolchain } from './fetch-toolchain.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  vi.stubEnv('HOME', home)
})

const marks = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.complete'))

test('fetching a part removes the marker of its previous version', async () => {
  const { directory } = await prepareToolchain(['agent'], 'x64', () => {})
  const [mine = ''] = marks(directory)
  // The following lines simulate another version of Plimsoll that has put its own bytes into the toolchain's directory.
  rmSync(join(directory, mine))
  writeFileSync(join(directory, 'agent.0123456789ab.complete'), '')
  writeFileSync(join(directory, 'agent'), 'of another version')
  writeFileSync(join(directory, 'agents.0123456789ab.complete'), '')
  await prepareToolchain(['agent'], 'x64', () => {})
  expect(marks(directory).sort()).toEqual([mine, 'agents.0123456789ab.complete'].sort())
  expect(readFileSync(join(directory, 'agent'))).toEqual(readFileSync(agentBinary('linux', 'x64')))
})
