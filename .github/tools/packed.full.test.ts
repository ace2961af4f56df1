// These tests install the published package elsewhere, without access to this repository.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { beforeAll, expect, test } from 'vitest'
import { pack } from './pack.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'plimsoll-packed-'))
const home = join(directory, 'home')
let packed: Awaited<ReturnType<typeof pack>>

beforeAll(async () => {
  packed = await pack(directory)
  mkdirSync(home)
  writeFileSync(join(directory, 'package.json'), '{}')
  await execa('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', packed.file], { cwd: directory })
})

/** Runs the command of the package, with the Node of this test only. */
function plimsoll(...args: string[]) {
  const env = { PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: home }
  return execa(join(directory, 'node_modules/.bin/plimsoll'), args, { cwd: directory, env, extendEnv: false })
}

test('it holds no test, no source map, and no path of the machine that packed it', async () => {
  expect(
    packed.paths.filter((path) =>
      /\.test[.-]|\.map$|(^|\/)(test|tests|__tests__)\/|testing\.ts$|\/test-|\.py$/.test(path),
    ),
  ).toEqual([])
  const installed = join(directory, 'node_modules/plimsoll')
  const machine = [homedir(), ROOT].filter((path) => path.split('/').length > 2)
  const telling = packed.paths.filter((path) => {
    const text = readFileSync(join(installed, path), 'latin1')
    return machine.some((of) => text.includes(of)) || text.includes('sourceMappingURL')
  })
  expect(telling).toEqual([])
  // Most of it is the documents of the shipped editions.
  expect(packed.size).toBeLessThan(4_500_000)
})

test('of the bundle, it holds only the command', () => {
  const bundled = packed.paths.filter((path) => path.startsWith('action/dist/'))
  expect(bundled.sort()).toEqual(['licenses.txt', 'plimsoll.js'].map((name) => `action/dist/${name}`))
})

test('doctor, list, run, validate, report and compare work', async () => {
  expect((await plimsoll('doctor')).stdout).toContain('native')
  expect((await plimsoll('list')).stdout).toContain('npm-ci')
  const run = (file: string) =>
    plimsoll('run', '--workload', 'metadata', '--scenario', 'native', '--rounds', '1', '--out', file)
  await run('a.json')
  await run('b.json')
  expect((await plimsoll('validate', 'a.json', 'b.json')).stdout).toMatch(/^a\.json: valid · .*\nb\.json: valid · /)
  expect((await plimsoll('report', 'a.json')).stdout).toContain('Native')
  expect((await plimsoll('compare', 'a.json', 'b.json')).stdout).toMatch(/^not a verdict/)
})

test('serve builds the registry where it may be built, and shows a run that was published', async () => {
  const { stdout } = await plimsoll('publish', 'a.json', '--registry', join(home, '.plimsoll/registry'))
  const id = /(\w{26})\.json$/.exec(stdout.trim())?.[1]
  const serving = plimsoll('serve', '--port', '0')
  serving.catch(() => {})
  try {
    const { value: line } = await serving[Symbol.asyncIterator]().next()
    const page = await fetch(new URL(`/runs/${id}`, String(line)))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('metadata')
  } finally {
    serving.kill('SIGTERM')
    await serving.catch(() => {})
  }
})
