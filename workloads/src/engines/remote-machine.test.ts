import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RemoteMachine, shellWord } from './remote-machine.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-shell-machine-'))

// A machine whose command acts like ssh: a shell reads one line.
const machine = new RemoteMachine({
  command: (argv) => ['sh', '-c', `exec ${argv.map(shellWord).join(' ')}`],
  translatePath: () => null,
})

test('arguments reach the program unchanged through the shell', async () => {
  const words = ['', "it's", '$HOME', '`id`', 'a  b', 'two\nlines', '*', '\\', '"', '; exit 9', '-n']
  const { exitCode, stdout } = await machine.run(['printf', '<%s>', ...words])
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: words.map((word) => `<${word}>`).join('') })
})

test('a program that fails or is not there is a result, not an exception', async () => {
  expect(await machine.run(['sh', '-c', 'echo out; echo wrong >&2; exit 3'])).toEqual({
    exitCode: 3,
    stdout: 'out',
    stderr: 'wrong',
  })
  expect(await machine.run(['/no/such/program'])).toMatchObject({ exitCode: 127, stdout: '' })
})

test('an abort ends the wait, even where something keeps the output open', async () => {
  const abort = new AbortController()
  setTimeout(() => abort.abort(), 200)
  const pid = join(scratch, 'pid')
  expect((await machine.run(['sh', '-c', `sleep 1000 & echo $! > ${pid}; wait`], abort.signal)).exitCode).not.toBe(0)
  process.kill(Number(readFileSync(pid, 'utf8')))
})

test('a file arrives as a program, in a directory made for it', async () => {
  writeFileSync(join(scratch, 'program'), '#!/bin/sh\necho "ran $1"\n')
  const there = join(scratch, "a place's", 'program')
  await machine.copy(join(scratch, 'program'), there)
  expect((await machine.run([there, 'well'])).stdout).toBe('ran well')
})

test('a directory arrives with everything in it, and its modes', async () => {
  const from = join(scratch, 'from')
  mkdirSync(join(from, 'sub dir'), { recursive: true })
  writeFileSync(join(from, '.hidden'), 'a')
  writeFileSync(join(from, 'sub dir', "it's"), 'b')
  chmodSync(join(from, 'sub dir', "it's"), 0o751)
  const to = join(scratch, 'to', 'there')
  await machine.copy(from, to)
  expect(readFileSync(join(to, '.hidden'), 'utf8')).toBe('a')
  expect(readFileSync(join(to, 'sub dir', "it's"), 'utf8')).toBe('b')
  expect(statSync(join(to, 'sub dir', "it's")).mode & 0o777).toBe(0o751)
})

test('a failed copy gives an error message', async () => {
  const problem = { exitCode: 3, message: expect.stringMatching(/^Cannot copy to the machine: .*\S/) }
  await expect(machine.copy(scratch, '/proc/no/such')).rejects.toMatchObject(problem)
  const file = join(scratch, 'file')
  writeFileSync(file, 'text')
  await expect(machine.copy(file, '/proc/no/such')).rejects.toMatchObject(problem)
})
