import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { afterAll, describe, expect, test } from 'vitest'
import { journaled, makeOwnHome } from './faults.ts'

/** A disk of 16 memory pages. Null if this user may not mount one. */
function smallDisk(): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory], { stdio: 'ignore' })
    return directory
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
}

const disk = smallDisk()

describe.skipIf(!disk)('a disk that is full', () => {
  const home = makeOwnHome()
  const full = disk as string
  const filler = join(full, 'filler')
  const where = ['--engine', 'none', '--no-rest', '--dir', home.directory]
  const run = ['run', '--workload', 'metadata', '--scenario', 'native', ...where]
  afterAll(() => {
    execFileSync('umount', [full])
    rmSync(full, { recursive: true })
    home.remove()
  })

  test('while journaling: a sentence, exit 3, nothing written is lost, and the run goes on once there is space', async () => {
    writeFileSync(filler, Buffer.alloc(56 * 1024))
    const journal = join(full, 'run.journal')
    const out = join(home.directory, 'run.json')
    const first = await home.plimsoll([...run, '--rounds', '20', '--journal', journal, '--out', out])
    expect(first.exitCode).toBe(3)
    expect(String(first.stderr).split('\n').at(-1)).toBe(
      `Cannot write to the journal ${journal} (ENOSPC). Free disk space; then \`plimsoll run --resume ${journal}\` continues the run.`,
    )
    expect(existsSync(out)).toBe(false)
    expect(home.runs()).toEqual([])
    expect(home.slots()).toEqual([])
    expect(readFileSync(journal, 'utf8').endsWith('\n')).toBe(true)
    const kept = journaled(journal) as { sample?: { offset: number } }[]
    expect(kept.length).toBeGreaterThan(2)

    rmSync(filler)
    const next = await home.plimsoll(['run', '--resume', journal, '--out', out])
    expect(next.exitCode, String(next.stderr)).toBe(0)
    const [benchmark] = readRun(readFileSync(out)).document.benchmarks
    expect(benchmark?.samples).toHaveLength(21)
    expect(benchmark?.samples.slice(0, kept.length - 1)).toEqual(kept.slice(1).map(({ sample }) => sample))
  })

  test('when the document is written: a sentence, exit 3, and the journal still has everything', async () => {
    rmSync(join(full, 'run.journal'), { force: true })
    writeFileSync(filler, Buffer.alloc(60 * 1024))
    const journal = join(home.directory, 'whole.journal')
    const out = join(full, 'run.json')
    const first = await home.plimsoll([...run, '--rounds', '8', '--journal', journal, '--out', out])
    expect(first.exitCode).toBe(3)
    expect(String(first.stderr)).toContain(`Cannot write ${out} (ENOSPC). Free disk space. Then`)
    expect(existsSync(out)).toBe(false)

    rmSync(filler)
    const next = await home.plimsoll(['run', '--resume', journal, '--out', out])
    expect(next.exitCode, String(next.stderr)).toBe(0)
    expect(readRun(readFileSync(out)).document.benchmarks[0]?.samples).toHaveLength(9)
  })
})
