import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '@plimsoll/schema/statistics'
import { agentBinary } from '@plimsoll/workloads'
import { afterAll, describe, expect, test } from 'vitest'
import { touchMemory } from '../../workloads/src/run/first-touch.ts'

const MIB = 2 ** 20
/** What `sequential-write` of the suites writes. */
const WRITTEN = 64 * MIB
/** The memory that is held at a time, to find memory that was never used. */
const STEP = 256 * MIB
const TIMES = 3
const agent = agentBinary('linux', process.arch === 'arm64' ? 'arm64' : 'x64')
const isVirtual = process.platform === 'linux' && /^flags.* hypervisor/m.test(readFileSync('/proc/cpuinfo', 'utf8'))

// The host of a virtual machine finds the pages of its memory when they are first used, which takes several times as
// long as to write them. After that, a machine has no such memory, so this test needs one that never used all of its.
describe.skipIf(!isVirtual)('the first 64 MiB in memory that a virtual machine never used', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-first-touch-'))
  const holders: ReturnType<typeof spawn>[] = []
  afterAll(() => {
    for (const holder of holders) holder.kill()
    rmSync(directory, { recursive: true })
  })

  test('take several times as long, and touching memory cures it', { timeout: 300_000 }, async (context) => {
    const used = usedTime()
    if (!(await holdUsedMemory(used))) return context.skip('This machine has used all of its memory before.')
    const [untouched, touched]: [number[], number[]] = [[], []]
    for (let time = 0; time < TIMES; time++) {
      untouched.push(write(`untouched-${time}`))
      const need = { bytes: 2 * WRITTEN, isKnown: true }
      const place = { available: freemem(), file: join(directory, 'touched') }
      const runAgent = async (args: string[]) => {
        execFileSync(agent, args)
        return { exitCode: 0, stdout: '', stderr: '' }
      }
      expect(await touchMemory(need, place, runAgent)).toBe('handled')
      touched.push(write(`touched-${time}`))
      // The rest of the memory that was touched, so that the next file does not get it.
      write(`rest-${time}`)
      write(`more-${time}`)
    }
    console.log({ used, untouched, touched })
    expect(median(untouched), 'the disturbance').toBeGreaterThan(2 * used)
    expect(median(touched)).toBeLessThan(1.5 * used)
  })

  /** The milliseconds to write a file into memory that the file before it used. */
  function usedTime(): number {
    const times = Array.from({ length: 5 }, () => {
      const time = write('used')
      rmSync(join(directory, 'used'))
      return time
    })
    return median(times)
  }

  /**
   * Hold memory until only such memory is left that was never used, so that a file in it takes long.
   * @returns whether there was such memory
   */
  async function holdUsedMemory(used: number): Promise<boolean> {
    const most = freemem() * 0.7
    for (let held = 0; held < most; held += STEP) {
      if (write(`probe-${held}`) > 2 * used) return true
      await hold(STEP - WRITTEN)
    }
    return false
  }

  async function hold(bytes: number): Promise<void> {
    const holder = spawn(agent, ['hold', agent, String(bytes)], { stdio: ['ignore', 'pipe', 'inherit'] })
    holders.push(holder)
    await new Promise((resolve) => holder.stdout?.once('data', resolve))
  }

  /** Writes a new file. @returns the milliseconds without making it durable */
  function write(name: string): number {
    const block = Buffer.alloc(MIB, 1)
    const file = openSync(join(directory, name), 'w')
    const began = performance.now()
    for (let at = 0; at < WRITTEN; at += MIB) writeSync(file, block)
    const took = performance.now() - began
    closeSync(file)
    return took
  }
})
