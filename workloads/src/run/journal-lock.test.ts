import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { beforeEach, expect, test } from 'vitest'
import { claimJournal } from './journal-lock.ts'

let directory: string
let file: string
let lock: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  file = join(directory, 'journal')
  lock = `${file}.lock`
})

const held = (pid: number | string) =>
  `The run with the journal ${file} is still active (process ${pid}). Wait until the run ends, or stop it.`

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

test('the lock of a running process is respected, and that of an ended process is taken over', async () => {
  const child = execa('sleep', ['60'], { reject: false })
  writeFileSync(lock, JSON.stringify({ pid: child.pid }))
  expect(() => claimJournal(file)).toThrow(held(child.pid as number))
  child.kill('SIGKILL')
  await child
  claimJournal(file)()
  expect(readdirSync(directory)).toEqual([])
})

test('an empty lock is respected for two seconds, and taken over afterwards', () => {
  writeFileSync(lock, '')
  expect(() => claimJournal(file)).toThrow(`The run with the journal ${file} is still active. Wait until`)
  utimesSync(lock, Date.now() / 1000 - 10, Date.now() / 1000 - 10)
  claimJournal(file)()
})

test('a lock path that is not a file is an error', () => {
  mkdirSync(lock)
  expect(() => claimJournal(file)).toThrow(`Cannot write ${lock} (EISDIR)`)
})

test('of many processes that find a dead lock at once, one takes it over', async () => {
  writeFileSync(lock, JSON.stringify({ pid: 999_999_999, start: 'another' }))
  // Each process waits for a line, tries, and lives until its input ends: a lock of a process that has ended is dead.
  const script = `
    import { claimJournal } from ${JSON.stringify(new URL('./journal-lock.ts', import.meta.url).href)}
    console.log('ready')
    process.stdin.once('data', () => {
      try { claimJournal(${JSON.stringify(file)}); console.log('mine') } catch ({ exitCode }) { console.log(exitCode) }
    })`
  const all = Array.from({ length: 4 }, () => {
    const running = execa(process.execPath, ['--input-type=module', '-e', script], { buffer: false })
    const printed: string[] = []
    createInterface(running.stdout).on('line', (line) => printed.push(line))
    return { running, printed }
  })
  const counts = () => all.map(({ printed }) => printed.length)
  await expect.poll(counts).toEqual([1, 1, 1, 1])
  for (const { running } of all) running.stdin.write('\n')
  await expect.poll(counts).toEqual([2, 2, 2, 2])
  for (const { running } of all) running.stdin.end()
  await Promise.all(all.map(({ running }) => running))
  expect(all.map(({ printed }) => printed[1]).sort()).toEqual(['2', '2', '2', 'mine'])
  expect(existsSync(lock)).toBe(true)
})
