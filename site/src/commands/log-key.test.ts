import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { main } from '../command.ts'
import { registryAt } from '../store/registry.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { logFolder, logSize } from '../transparency/log-folder.ts'
import { LOG_KEY_VARIABLE, newPrivateKey, parsePrivateKey } from '../transparency/note.ts'

let directory: string
let registry: string
let run: string
beforeEach(() => {
  directory = temporaryDirectory()
  registry = path.join(directory, 'registry')
  run = path.join(directory, 'run.json')
  writeFileSync(run, toBytes(exampleRun()))
})
afterEach(() => vi.unstubAllEnvs())

/** Runs a command of the registry. */
async function command(...args: string[]): Promise<{ code: number; out: string; stderr: string }> {
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  )
  const code = await main(args)
  const [out, stderr] = [log, error].map((spy) => spy?.mock.calls.map(([line]) => String(line)).join('\n') ?? '')
  vi.restoreAllMocks()
  return { code, out: String(out), stderr: String(stderr) }
}

const leaves = () => logSize(logFolder(registryAt(registry)))

test('a new key is in a file that only its owner can read, and the verifier key is printed', async () => {
  const file = path.join(directory, 'key')
  const { code, out } = await command('log-key', 'new', file, '--name', 'registry.example/log')
  expect(code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(out).toBe(parsePrivateKey(readFileSync(file, 'utf8')).verifier.text)
  const before = readFileSync(file)
  const again = await command('log-key', 'new', file, '--name', 'registry.example/log')
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') })
  expect(readFileSync(file)).toEqual(before)
  expect((await command('log-key', 'new', path.join(directory, 'other'), '--name', 'a b')).code).toBe(2)
  expect(existsSync(path.join(directory, 'other'))).toBe(false)
})

test('import, withdraw and delete add to the log with a key from a file or from the environment, and without one they do not', async () => {
  const key = newPrivateKey('registry.example/log')
  const file = path.join(directory, 'key')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  const { out } = await command('import', run, '--registry', registry)
  const [id = ''] = out.split(' ')
  expect(existsSync(logFolder(registryAt(registry)))).toBe(false)
  expect((await command('import', run, '--registry', registry, '--log-key', file)).code).toBe(0)
  expect(leaves()).toBe(2)
  vi.stubEnv(LOG_KEY_VARIABLE, key)
  expect((await command('withdraw', id, '--registry', registry, '--reason', 'wrong image')).code).toBe(0)
  expect(leaves()).toBe(3)
  expect((await command('delete', id, '--registry', registry, '--reason', 'named a person')).code).toBe(0)
  expect(leaves()).toBe(4)
  expect((await command('verify', '--registry', registry)).code).toBe(0)
})

test('a key in the registry, a missing one and one that is no key are rejected before anything is stored', async () => {
  await command('import', run, '--registry', registry)
  const inside = path.join(registry, 'key')
  writeFileSync(inside, newPrivateKey('registry.example/log'), { mode: 0o600 })
  symlinkSync(inside, path.join(directory, 'link'))
  for (const file of [inside, path.join(directory, 'link')]) {
    const { code, stderr } = await command('import', run, '--registry', registry, '--log-key', file)
    expect(stderr).toContain('is in a registry, which others can read')
    expect(code).toBe(2)
  }
  expect((await command('import', run, '--registry', registry, '--log-key', path.join(directory, 'none'))).code).toBe(2)
  expect((await command('import', run, '--registry', registry, '--log-key', run)).stderr).toContain('of another kind')
  expect(existsSync(logFolder(registryAt(registry)))).toBe(false)
})

test('a key in a site, which would be served, is rejected', async () => {
  const site = path.join(directory, 'site')
  mkdirSync(path.join(site, 'runs'), { recursive: true })
  writeFileSync(path.join(site, '.plimsoll-site'), 'index.html\n')
  await command('import', run, '--registry', registry)
  const outside = path.join(directory, 'key')
  writeFileSync(outside, newPrivateKey('registry.example/log'), { mode: 0o600 })
  const inside = path.join(site, 'runs', 'key')
  symlinkSync(outside, inside)
  const args = ['--registry', registry, '--out', site, '--log-key', inside]
  expect(await command('build', ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is in a site, which others can read'),
  })
})

test('no new key is made in a registry or in a site', async () => {
  await command('import', run, '--registry', registry)
  const site = path.join(directory, 'site')
  for (const folder of [site, path.join(registry, 'log')]) mkdirSync(folder)
  writeFileSync(path.join(site, '.plimsoll-site'), 'index.html\n')
  for (const file of [path.join(registry, 'log', 'key'), path.join(registry, 'key'), path.join(site, 'key')]) {
    const { code, stderr } = await command('log-key', 'new', file, '--name', 'registry.example/log')
    expect([code, stderr]).toEqual([2, expect.stringContaining('which others can read')])
    expect(existsSync(file)).toBe(false)
  }
})

test('a key that others can read causes a warning', async () => {
  const file = path.join(directory, 'key')
  writeFileSync(file, newPrivateKey('registry.example/log'))
  const add = () => command('import', run, '--registry', registry, '--log-key', file)
  chmodSync(file, 0o644)
  expect((await add()).stderr).toContain(`Run chmod 600 '${file}'.`)
  chmodSync(file, 0o600)
  expect((await add()).stderr).not.toContain('chmod')
})
