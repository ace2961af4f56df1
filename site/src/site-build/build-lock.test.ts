import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { withBuildLock } from './build-lock.ts'

const ignore = () => {}

test('of two concurrent builds the second waits, names the process of the first, and runs after it', async () => {
  const lock = path.join(temporaryDirectory(), 'cache', 'lock')
  const order: string[] = []
  const { promise: released, resolve: end } = Promise.withResolvers<void>()
  const first = withBuildLock(
    ignore,
    async () => {
      order.push('first begins')
      await released
      order.push('first ends')
    },
    lock,
  )
  const lastNotice: string[] = []
  const second = withBuildLock(
    (step) => {
      lastNotice.push(step)
      end()
    },
    async () => order.push('second begins'),
    lock,
    5000,
  )
  await Promise.all([first, second])
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
  expect(lastNotice).toEqual([`waiting for another build by this installation (process ${process.pid})`])
  expect(existsSync(lock)).toBe(false)
})

test('waiting for a build of another process ends after the timeout, with an error that names the process', async () => {
  const lock = path.join(temporaryDirectory(), 'lock')
  const other = spawn(process.execPath, ['-e', holderProgram(lock)], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    await once(other.stdout, 'data')
    await expect(withBuildLock(ignore, async () => 'built', lock, 300)).rejects.toMatchObject({
      code: 'build-running',
      message: `Another build by this installation is running (process ${other.pid}). Wait until it has finished, or stop it.`,
    })
  } finally {
    other.kill('SIGKILL')
    await once(other, 'close')
  }
  expect(await withBuildLock(ignore, async () => 'built', lock, 300)).toBe('built')
})

test.each([
  ['that has ended', () => spawnSync(process.execPath, ['-e', '']).pid],
  ['whose process id this process has now', () => process.pid],
])('the lock of a process %s is replaced', async (_, holder) => {
  const lock = path.join(temporaryDirectory(), 'lock')
  writeFileSync(lock, JSON.stringify({ pid: holder(), start: 'earlier' }))
  expect(await withBuildLock(ignore, async () => readFileSync(lock, 'utf8'), lock, 0)).toMatch(`${process.pid}`)
})

test('a failed build leaves no lock', async () => {
  const lock = path.join(temporaryDirectory(), 'lock')
  const fails = async () => {
    throw new Error('no space')
  }
  await expect(withBuildLock(ignore, fails, lock)).rejects.toThrow('no space')
  expect(existsSync(lock)).toBe(false)
})

/** Returns a program that holds a lock until it is killed. */
function holderProgram(lock: string): string {
  const source = JSON.stringify(path.join(import.meta.dirname, 'build-lock.ts'))
  const work = "() => new Promise(() => { console.log('holds'); process.stdin.resume() })"
  return `import(${source}).then(({ withBuildLock }) => withBuildLock(() => {}, ${work}, ${JSON.stringify(lock)}))`
}
