import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAlive, isRunning, readProcessStart } from './process-status.ts'

const file = import.meta.filename

test('this process is running; one of its number that began at another time is not', () => {
  expect(isRunning(process.pid, file, readProcessStart(process.pid))).toBe(true)
  expect(isRunning(process.pid, file, 'another')).toBe(false)
  expect(isRunning(process.pid, file)).toBe(false)
})

test.skipIf(process.platform !== 'linux')('another process is the one that is meant if it began when that did', () => {
  expect(isRunning(process.ppid, '/nothing', readProcessStart(process.ppid))).toBe(true)
  expect(isRunning(process.ppid, file, readProcessStart(process.pid))).toBe(false)
})

test('without a known start, the age of the file decides whether the host was restarted since', () => {
  expect(isRunning(process.ppid, '/nothing')).toBe(false)
  expect(isRunning(0, file)).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'a process that has ended is not alive, even before its parent waits for it',
  async () => {
    // The shell starts a child and prints the child's pid. The shell then becomes a program that never reaps the child.
    // Only after that does the child end.
    const child = 'while read -r name < /proc/$PPID/comm; [ "$name" != sleep ]; do sleep 0.02; done'
    const script = `sh -c '${child}' & echo $!; exec sleep 60`
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(String(line))
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') Z ')
      expect(isAlive(pid)).toBe(false)
      expect(isAlive(Number(parent.pid))).toBe(true)
      expect(readProcessStart(Number(parent.pid))).toMatch(/^[0-9a-f]{12}$/)
      expect(readProcessStart(Number(parent.pid))).not.toBe(readProcessStart(process.pid))
    } finally {
      parent.kill('SIGKILL')
    }
  },
)
