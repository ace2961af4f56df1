import { readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, only, runShell, temporaryDirectory } from './test/run-agent.ts'

const linux = process.platform === 'linux'
const directory = await temporaryDirectory()

test('a run counts page faults, context switches and block input', async () => {
  const line = await runShell('sleep 0.1')
  for (const name of ['minorFaults', 'majorFaults', 'voluntarySwitches', 'involuntarySwitches', 'blockInput'])
    expect(line[name], name).toSatisfy((value) => Number.isInteger(value) && Number(value) >= 0)
  expect(line.minorFaults).toBeGreaterThan(10)
  expect(line.voluntarySwitches).toBeGreaterThan(0)
})

test('the file system of a path is that of --describe, on the device of the path', async () => {
  const line = only(await agent('inspect', directory), 'storage')
  expect(line.path).toBe(directory)
  expect(line.filesystem).toBe(only(await agent('run', '--describe', directory), 'describe').filesystem)
  const { dev } = statSync(directory)
  if (linux) expect(line.device).toEqual([(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)])
})

test.runIf(linux)('ext4 has a journal if its kernel process is named', async () => {
  const { filesystem, journal, device } = only(await agent('inspect', directory), 'storage')
  if (filesystem !== 'ext4') return
  const [major, minor] = device as number[]
  const name = /^DEVNAME=(.*)$/m.exec(readFileSync(`/sys/dev/block/${major}:${minor}/uevent`, 'utf8'))?.[1]
  expect(journal).toBe(/^\d/.test(readFileSync(`/sys/fs/ext4/${name}/journal_task`, 'utf8')))
})

test.runIf(linux)('file systems in memory have no journal, and nothing that could be discarded', async () => {
  const { lines } = await agent('inspect', '/dev/shm', '/proc')
  expect(lines.slice(1)).toMatchObject([
    { path: '/dev/shm', filesystem: 'tmpfs', journal: false, discard: null, commit: null },
    { path: '/proc', filesystem: 'proc', journal: null, discard: null },
  ])
})

test.runIf(linux)(
  'a path that cannot be entered is on the mount that its text names, and a relative one on none',
  async () => {
    const { code, lines } = await agent('inspect', directory, path.join(directory, 'missing'), 'missing')
    expect(code).toBe(0)
    expect(lines[2]).toEqual({ ...lines[1], path: path.join(directory, 'missing') })
    expect(lines[3]).toMatchObject({ path: 'missing', filesystem: null, device: null })
  },
)

test('the process has the CPUs that this one has, and its own system call filter', async () => {
  const line = only(await agent('inspect'), 'process')
  expect(line.cpus).toBe(availableParallelism())
  if (!linux) return
  const filter = /^Seccomp:\s+(\d)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  expect(line.seccomp).toBe(filter !== '0')
  expect(line.memoryAvailable).toBeGreaterThan(1e6)
})

test('memory is touched, and the file is removed', async () => {
  const file = path.join(directory, 'touched')
  expect((await agent('touch', file, '33554433')).lines).toEqual([{ step: 'touch', bytes: 33_554_433 }])
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  expect((await agent('touch', file, '0')).code).toBe(64)
  expect((await agent('touch', path.join(directory, 'no', 'folder'), '1')).code).toBe(2)
  expect((await agent('sync')).lines).toEqual([{ step: 'sync' }])
})
