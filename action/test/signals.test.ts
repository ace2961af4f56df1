import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from '@plimsoll/schema'
import { plimsollHome } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'

const PLIMSOLL = fileURLToPath(new URL('../bin/plimsoll.js', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const engines = (await enginesForTest()).slice(0, 1)
const engine = engines[0]

/** A run of the first engine's volume cell, with a signal once the second sample is under way. */
async function interrupted(signal: 'SIGINT' | 'SIGKILL', out: string) {
  const args = [
    'run',
    '--engine',
    engine?.id ?? '',
    '--suite',
    'quick',
    '--workload',
    'npm-ci',
    '--scenario',
    'volume',
    '--rounds',
    '50',
    '--out',
    out,
  ]
  const child = execa(process.execPath, [PLIMSOLL, ...args], { reject: false, stdin: 'ignore' })
  child.stderr.on('data', (data) => /^\[2\//m.test(String(data)) && setTimeout(() => child.kill(signal), 300))
  return child
}

const ours = async () =>
  (await engine?.listOurs())?.filter(({ kind, run }) => kind !== 'image' && run !== null).map(({ kind }) => kind)

describe.skipIf(!engine)('a run that is told to end', () => {
  test('by Ctrl-C: exit 130, what was measured is a valid, partial document, and nothing is left', async () => {
    const out = join(scratch, 'interrupted.json')
    const { exitCode, stdout } = await interrupted('SIGINT', out)
    expect(exitCode).toBe(130)
    expect(stdout).toContain('Partial: the run ended early.')
    const { document } = readRun(readFileSync(out))
    expect(document.status).toBe('partial')
    expect(document.cells[0]?.samples.length).toBeGreaterThanOrEqual(2)
    expect(await ours()).toEqual([])
    expect(readdirSync(join(plimsollHome(), 'slots'))).toEqual([])
  })

  test('by SIGKILL: its journal has what was measured, and the next run removes what it left', async () => {
    const out = join(scratch, 'killed.json')
    await interrupted('SIGKILL', out)
    expect(existsSync(out)).toBe(false)
    const lines = readFileSync(`${out}.journal`, 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    expect((await ours())?.length).toBeGreaterThan(0)

    const args = [
      'run',
      '--engine',
      engine?.id ?? '',
      '--scenario',
      'layer',
      '--rounds',
      '1',
      '--out',
      join(scratch, 'next.json'),
    ]
    const next = await execa(process.execPath, [PLIMSOLL, ...args], { reject: false, stdin: 'ignore' })
    expect(next.exitCode).toBe(0)
    expect(next.stderr).toMatch(/^Removed \d+ things that an earlier, killed run had left behind$/m)
    expect(await ours()).toEqual([])
    expect(readdirSync(join(plimsollHome(), 'slots'))).toEqual([])
  })
})
