import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agent, only, temporaryDirectory } from './test/run-agent.ts'
import { type AgentProcess, talk } from './test/talk.ts'

const linux = process.platform === 'linux'
const directory = await temporaryDirectory()

const pathIn = (name: string) => path.join(directory, name)

/** Starts an agent that watches the directory, and waits until the agent has reported that it is ready. */
async function watch(program = agentBinary(), ...before: string[]): Promise<AgentProcess & { clock: unknown }> {
  const watcher = talk(program, ...before, 'watch', directory)
  onTestFinished(() => void watcher.process.kill('SIGKILL'))
  const { step, clock } = await watcher.next()
  expect(step).toBe('ready')
  return { ...watcher, clock }
}

/** Sends lines to the agent and returns one answer for each line. */
async function answers(watcher: AgentProcess, ...lines: string[]) {
  watcher.say(...lines)
  const result = []
  for (const _ of lines) result.push(await watcher.next())
  return result
}

test('two watchers of one kernel name the same clock, and read the same one', async () => {
  const [one, other] = [await watch(), await watch()]
  expect(one.clock).toMatch(/^[0-9a-fA-F-]{36}/)
  expect(other.clock).toBe(one.clock)
  const times = []
  for (const watcher of [one, other, one, other]) times.push(Number((await answers(watcher, 'clock'))[0]?.now))
  expect(times.every(Number.isSafeInteger)).toBe(true)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

const entersTimeNamespace = () => {
  try {
    return linux && Boolean(execFileSync('unshare', ['--time', 'echo', 'entered'], { stdio: 'pipe' }))
  } catch {
    return false
  }
}

test.runIf(entersTimeNamespace())('a clock of another time namespace has another name', async () => {
  const moved = await watch('unshare', '--time', '--monotonic', '1000', agentBinary())
  expect(moved.clock).not.toBe((await watch()).clock)
})

test('a token is the whole content of a world-writable file, and is written in place', async () => {
  const watcher = await watch()
  const [first] = await answers(watcher, 'write token long-token')
  expect(first).toEqual({ step: 'wrote', before: expect.any(Number), after: expect.any(Number) })
  expect(Number(first?.after)).toBeGreaterThan(Number(first?.before))
  const { ino, mode } = await stat(pathIn('token'))
  expect(mode & 0o777).toBe(0o666)
  await answers(watcher, 'write token short')
  expect(await readFile(pathIn('token'), 'utf8')).toBe('short')
  expect((await stat(pathIn('token'))).ino).toBe(ino)
})

test('the time of an event is between the start of the write and its report', async () => {
  const [reader, writer] = [await watch(), await watch()]
  await writeFile(pathIn('event'), 'aaaa')
  for (const token of ['bbbb', 'cccc']) {
    expect(await answers(reader, 'expect-event event 20000')).toEqual([{ step: 'armed' }])
    const [wrote] = await answers(writer, `write event ${token}`)
    const { step, at } = await reader.next()
    expect(step).toBe('event')
    const [reported] = await answers(reader, 'clock')
    expect(at).toBeGreaterThan(Number(wrote?.before))
    expect(at).toBeLessThan(Number(reported?.now))
  }
})

test('a change of another file is not an event, and no event is null after the timeout', async () => {
  const [reader, writer] = [await watch(), await watch()]
  await writeFile(pathIn('quiet'), '')
  await answers(reader, 'expect-event quiet 300')
  const [wrote] = await answers(writer, 'write quiet2 token')
  expect(await reader.next()).toEqual({ step: 'event', at: null })
  const [clock] = await answers(reader, 'clock')
  expect(Number(clock?.now) - Number(wrote?.before)).toBeGreaterThan(200e6)
})

test.runIf(linux)('a file that comes, new or under another name before, is an event', async () => {
  const watcher = await watch()
  await answers(watcher, 'expect-event new 20000')
  await writeFile(pathIn('new'), '')
  expect(await watcher.next()).toEqual({ step: 'event', at: expect.any(Number) })
  await answers(watcher, 'expect-event moved 20000')
  await rename(pathIn('new'), pathIn('moved'))
  expect(await watcher.next()).toEqual({ step: 'event', at: expect.any(Number) })
})

test('a content is seen when it is all of the file, whether the file was there before or not', async () => {
  const [reader, writer] = [await watch(), await watch()]
  await answers(reader, 'expect-content content token 20000')
  await answers(writer, 'write content toke', 'write content token2')
  const [wrote] = await answers(writer, 'write content token')
  const { step, at } = await reader.next()
  const [reported] = await answers(reader, 'clock')
  expect(step).toBe('content')
  expect(at).toBeGreaterThan(Number(wrote?.before))
  expect(at).toBeLessThan(Number(reported?.now))
})

test('content that does not appear is null after the timeout', async () => {
  const watcher = await watch()
  await writeFile(pathIn('other'), 'token2')
  const [before] = await answers(watcher, 'clock')
  expect(await answers(watcher, 'expect-content other token 200')).toEqual([{ step: 'armed' }])
  expect(await watcher.next()).toEqual({ step: 'content', at: null })
  const [after] = await answers(watcher, 'clock')
  expect(Number(after?.now) - Number(before?.now)).toBeGreaterThan(200e6)
})

const understood = 'a line must be clock, write NAME TOKEN, expect-event NAME MS or expect-content NAME TOKEN MS'

test.each([
  ['an empty line', '', understood],
  ['an unknown word', 'read token', understood],
  ['a word too few', 'write token', understood],
  ['a word too many', 'clock now', understood],
  ['a name in another directory', 'write a/b token', 'NAME must not have / or .. in it'],
  ['the parent directory', 'expect-event .. 10', 'NAME must not have / or .. in it'],
  ['a token of 65 bytes', `write token ${'x'.repeat(65)}`, 'TOKEN must not be longer than 64 bytes'],
  ['no time', 'expect-event token 0', 'MS must be from 1 to 3600000'],
  ['a time that is no number', 'expect-content token x 1s', 'MS must be from 1 to 3600000'],
  ['a line past 64 KiB', 'x'.repeat(70_000), 'Message too large'],
])('%s is an error and exit 2', async (_, line, message) => {
  const watcher = await watch()
  watcher.say(line, 'clock')
  expect(await watcher.next()).toEqual({ step: 'error', doing: 'watch', message })
  expect(await watcher.end()).toBe(2)
})

test.each([
  ['write', 'write place token', 'Is a directory'],
  ['expect-content', 'expect-content place token 1000', 'Is a directory'],
])('%s of what is no file is an error with the reason', async (doing, line, message) => {
  await mkdir(pathIn('place'), { recursive: true })
  const watcher = await watch()
  watcher.say(line)
  let answer = await watcher.next()
  if (answer.step === 'armed') answer = await watcher.next()
  expect(answer).toEqual({ step: 'error', doing, path: 'place', message })
  expect(await watcher.end()).toBe(2)
})

test('a token of 64 bytes is written and seen', async () => {
  const token = 'x'.repeat(64)
  const watcher = await watch()
  await answers(watcher, `write long ${token}`, `expect-content long ${token} 20000`)
  expect(await watcher.next()).toEqual({ step: 'content', at: expect.any(Number) })
})

test('the end of input ends it with 0, a signal with 128 + its number, at once even while it waits', async () => {
  expect(await (await watch()).end()).toBe(0)
  for (const [signal, code] of [['SIGTERM', 143] as const, ['SIGINT', 130] as const]) {
    const watcher = await watch()
    await answers(watcher, 'expect-event token 3600000')
    expect(await watcher.end(signal)).toBe(code)
  }
})

test('a missing directory is an error', async () => {
  await symlink('nowhere', pathIn('dangling'))
  const result = await agent('watch', pathIn('dangling'))
  expect(result.code).toBe(2)
  expect(only(result, 'error')).toMatchObject({ doing: 'watch', message: 'No such file or directory' })
})
