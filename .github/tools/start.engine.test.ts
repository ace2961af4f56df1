import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { canonicalize, readRun } from '@plimsoll/schema'
import { cacheDirectory } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest, IS_FULL } from '../../action/test/engine.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'plimsoll-home-'))
const site = join(root, 'site/out')
const aside = join(root, 'site/.out-before-the-test')

// `npm start` builds the site into site/out. Restore the user's own files in that folder after the tests.
beforeAll(() => {
  if (existsSync(site)) renameSync(site, aside)
})
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  rmSync(site, { recursive: true, force: true })
  if (existsSync(aside)) renameSync(aside, site)
})

// A new user's home directory. Only `npm run test:full` makes the caches in it anew, and a site of all shipped editions.
mkdirSync(join(home, '.plimsoll/registry'), { recursive: true })
mkdirSync(cacheDirectory(), { recursive: true })
if (!IS_FULL) {
  symlinkSync(cacheDirectory(), join(home, '.plimsoll/cache'))
  writeFileSync(join(home, '.plimsoll/registry/settings.json'), JSON.stringify({ shippedEditions: ['mac-2025'] }))
}

/** Runs `npm start` for a new user. */
const start = (...args: string[]) =>
  execa(process.execPath, [join(root, '.github/tools/with-node-24.js'), '.github/tools/start.ts', ...args], {
    cwd: root,
    reject: false,
    stdin: 'ignore',
    env: { HOME: home },
  })

// `npm start` measures every engine of this machine. `npm test` asks it for one, so that its time does not depend on
// other installed engines.
const engines = await enginesForTest()
const chosen = IS_FULL ? [] : ['--engine', ...engines.map(({ id }) => id)]

describe.skipIf(engines.length === 0)('npm start', () => {
  const out = join(home, 'run.json')
  let result: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    // Without --no-rest, images are prepared and the site is built before the run as well.
    const noRest = IS_FULL ? [] : ['--no-rest']
    result = await start('--no-serve', ...noRest, '--rounds', '1', ...chosen, '--out', out)
  })

  test('ends 0 with the table of the engines', () => {
    expect(result.stderr).not.toMatch(/\n\s+at /)
    expect(result.exitCode).toBe(0)
    expect(result.stdout).toContain('npm-ci small · duration')
    for (const { product } of engines) expect(result.stdout).toContain(product)
  })

  test('the document is valid, every benchmark is measured, and its page is in site/out', () => {
    const { document, id } = readRun(readFileSync(out))
    const npmCi = document.benchmarks.filter(({ workload }) => workload === 'npm-ci')
    expect(npmCi.map(({ status }) => status)).toEqual(Array(1 + 4 * engines.length).fill('ok'))
    for (const { status } of document.benchmarks) expect(['ok', 'unsupported']).toContain(status)
    expect(readFileSync(join(root, `site/out/runs/${id}.html`), 'utf8')).toContain(id)
    expect(readFileSync(join(root, `site/out/runs/${id}.json`), 'utf8')).toBe(canonicalize(document))
    expect(existsSync(join(root, 'site/out/editions/mac-2025.html'))).toBe(true)
  })

  test('no slot is left in the home directory', () => {
    const left = readdirSync(join(home, '.plimsoll'))
    expect(left).toContain('cache')
    for (const name of ['slots', 'runs'])
      if (left.includes(name)) expect(readdirSync(join(home, '.plimsoll', name))).toEqual([])
  })
})

test('npm start -- --help says what its flags are', async () => {
  const { stdout, exitCode } = await start('--help')
  expect(exitCode).toBe(0)
  for (const flag of ['--no-serve', '--no-install-engine', '--out', '--port']) expect(stdout).toContain(flag)
})

test('bad usage is said before anything is set up', async () => {
  const { exitCode, stderr } = await start('--no-serve', '--suite', 'nope')
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("Unknown suite 'nope'") })
})

// This builds the site once more, which takes as long as all other tests of this file.
test.runIf(IS_FULL)('the host alone can be measured, and --out=FILE is written', async () => {
  const file = join(home, 'host.json')
  const { exitCode } = await start('--no-serve', '--no-rest', '--engine', 'none', '--rounds=1', `--out=${file}`)
  expect(exitCode).toBe(0)
  const benchmarks = readRun(readFileSync(file)).document.benchmarks.map(({ workload, scenario, status }) =>
    [workload, scenario, status].join(' '),
  )
  expect(benchmarks).toEqual(['npm-ci native ok', 'metadata native ok'])
})

test('npm start that is interrupted before the first sample ends as interrupted, and leaves no folder', async () => {
  const folder = join(home, 'interrupted')
  const there = join(folder, 'docker-was-called')
  for (const name of ['bin', 'temp']) mkdirSync(join(folder, name), { recursive: true })
  // Only the first call hangs. A call that starts after the signal does not get it.
  const docker = `#!/bin/sh\n[ -e ${there} ] && exit 1\n: > ${there}\nexec sleep 60\n`
  writeFileSync(join(folder, 'bin/docker'), docker, { mode: 0o755 })
  const started = execa(
    process.execPath,
    [join(root, '.github/tools/start.ts'), '--no-serve', '--no-rest', '--engine', 'none'],
    {
      ...{ cwd: root, reject: false, stdin: 'ignore', detached: true },
      env: { HOME: home, TMPDIR: join(folder, 'temp'), PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    },
  )
  while (!existsSync(there)) await setTimeout(50)
  process.kill(-(started.pid as number), 'SIGINT') // The signal goes to the whole process group, as from a terminal.
  expect(await started).toMatchObject({ exitCode: 130 })
  expect(readdirSync(join(folder, 'temp'))).toEqual([])
})
