import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundle } from './bundle.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MAX_BYTES = 1_200_000
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-bundle-'))
const directory = join(scratch, 'action/dist')
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'latin1')

beforeAll(() => bundle(directory))

test('the bundle has one file per entry, whose code is at most 1.2 MB', () => {
  const steps = ['measure-step.js', 'post-step.js', 'report-step.js', 'watch-step.js', 'sigstore-client.js']
  const entries = ['main.js', 'plimsoll.js', 'post.js', 'report.js', 'watch.js']
  expect(readdirSync(directory).sort()).toEqual([...entries, ...steps, 'licenses.txt'].sort())
  for (const name of readdirSync(directory)) expect(read(directory, name).length, name).toBeLessThan(MAX_BYTES)
})

test('a file loads no other file of the bundle, except that an entry loads its step, and a step that signs the client of Sigstore', () => {
  const loads = readdirSync(directory)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      [...read(directory, name).matchAll(/"\.\/([\w-]+\.js)"/g)].map(([, other]) => `${name} ${other}`),
    )
  const signing = ['measure-step.js', 'plimsoll.js', 'report-step.js'].map((name) => `${name} sigstore-client.js`)
  expect(loads.sort()).toEqual(
    [
      ...['main.js measure-step.js', 'post.js post-step.js', 'report.js report-step.js', 'watch.js watch-step.js'],
      ...signing,
    ].sort(),
  )
})

test('under an older Node, every entry of the action ends with one sentence', () => {
  copyFileSync(join(ROOT, 'action/package.json'), join(scratch, 'action/package.json')) // it has the version
  const older = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`
  for (const name of ['main.js', 'post.js', 'report.js', 'watch.js']) {
    const args = ['--import', older, join(directory, name)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ status, stderr }, name).toEqual({ status: 1, stderr: '' })
    expect(stdout, name).toMatch(
      /^(Plimsoll \S+\n)?::error::Plimsoll needs Node 24 or newer, and found v20\.20\.2\. [^\n]+\.\n$/,
    )
  }
})

test('every file that GitHub runs is in the bundle', () => {
  const { main, post } = parse(read(ROOT, 'action/action.yml')).runs
  const others = ['report', 'watch'].map((name) =>
    join('action', name, parse(read(ROOT, `action/${name}/action.yml`)).runs.main),
  )
  const named = [`action/${main}`, `action/${post}`, ...others]
  expect(readdirSync(directory).map((name) => `action/dist/${name}`)).toEqual(expect.arrayContaining(named))
})

test('a second build writes the same bytes, and no path of the machine', async () => {
  const again = join(scratch, 'again')
  await bundle(again)
  expect(readdirSync(again).sort()).toEqual(readdirSync(directory).sort())
  const differing = readdirSync(again).filter((name) => read(again, name) !== read(directory, name))
  expect(differing).toEqual([])
  expect(readdirSync(again).filter((name) => read(again, name).includes(ROOT))).toEqual([])
  expect(readdirSync(scratch).sort()).toEqual(['action', 'again'])
})

test('the licences of bundled packages are in the bundle', () => {
  for (const name of ['@actions/core', '@octokit/core', 'ajv', 'execa'])
    expect(read(directory, 'licenses.txt')).toMatch(new RegExp(`^${name} \\d`, 'm'))
})
