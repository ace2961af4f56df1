import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimJournal } from './journal-lock.ts'

let directory: string
let file: string
let lock: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  file = join(directory, 'journal')
  lock = `${file}.lock`
})
afterEach(() => rmSync(directory, { recursive: true }))

const held = (pid: number | string) => `The run of ${file} is still active (process ${pid}). Wait for it, or end it.`

test('a journal belongs to one run at a time, until that gives it back', () => {
  const release = claimJournal(file)
  expect(() => claimJournal(file)).toThrow(held(process.pid))
  release()
  expect(readdirSync(directory)).toEqual([])
  claimJournal(file)()
})

test('a link to a journal is the same journal', () => {
  writeFileSync(file, '')
  symlinkSync(file, join(directory, 'link'))
  claimJournal(file)
  expect(() => claimJournal(join(directory, 'link'))).toThrow('is still active')
})

test('the lock of another process holds while that lives, and is taken over when it is gone', async () => {
  const child = execa('sleep', ['60'], { reject: false })
  writeFileSync(lock, JSON.stringify({ pid: child.pid }))
  expect(() => claimJournal(file)).toThrow(held(child.pid as number))
  child.kill('SIGKILL')
  await child
  claimJournal(file)()
  expect(readdirSync(directory)).toEqual([])
})

test('a lock from before the machine was restarted is taken over, whoever has its process number now', () => {
  writeFileSync(lock, JSON.stringify({ pid: process.ppid }))
  const before = Date.now() / 1000 - uptime() - 60
  utimesSync(lock, before, before)
  claimJournal(file)()
})

test('a lock of this process number from before this process began is of a dead one', () => {
  writeFileSync(lock, JSON.stringify({ pid: process.pid, start: 'another' }))
  claimJournal(file)()
})

test('a lock without its text is being filled, or was left behind by a process that was cut off long ago', () => {
  writeFileSync(lock, '')
  expect(() => claimJournal(file)).toThrow(`The run of ${file} is still active. Wait for it`)
  utimesSync(lock, Date.now() / 1000 - 10, Date.now() / 1000 - 10)
  claimJournal(file)()
})

test('what is no lock is left alone, with a sentence', () => {
  mkdirSync(lock)
  expect(() => claimJournal(file)).toThrow(`Cannot write ${lock} (EISDIR)`)
})

test('of many processes that find a dead lock at once, one takes it over', async () => {
  writeFileSync(lock, JSON.stringify({ pid: 999_999_999, start: 'another' }))
  const script = `
    import { claimJournal } from ${JSON.stringify(new URL('./journal-lock.ts', import.meta.url).href)}
    while (Date.now() < ${Date.now() + 2500});
    try { claimJournal(${JSON.stringify(file)}); console.log('mine') } catch ({ exitCode }) { console.log(exitCode) }
    setTimeout(() => {}, 1500)`
  const all = await Promise.all(
    Array.from({ length: 4 }, () => execa(process.execPath, ['--input-type=module', '-e', script])),
  )
  expect(all.map(({ stdout }) => stdout).sort()).toEqual(['2', '2', '2', 'mine'])
  expect(existsSync(lock)).toBe(true)
})
