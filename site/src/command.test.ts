import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { expect, test, vi } from 'vitest'
import { captureOutput } from '../../schema/test/capture-output.ts'
import { main } from './command.ts'
import { exampleRun, temporaryDirectory, toBytes } from './testing.ts'

const SITE = path.join(import.meta.dirname, '..')

test('importing a run prints its id and address, and on stderr the number of stored runs', async () => {
  const { directory, file, registry } = prepare()
  const { id } = identify(exampleRun())
  expect(await run('import', file, '--registry', registry)).toEqual({
    code: 0,
    out: `${id} /runs/${id}\n`,
    error: `New registry: ${registry}\n1 stored.\n`,
  })
  expect(await run('import', directory, '--registry', registry)).toMatchObject({
    code: 0,
    error: '0 stored, 1 already present.\n',
  })
})

test('an invalid run is rejected with its pointers, and the others are stored', async () => {
  const { directory, registry } = prepare()
  const bad = exampleRun((document) => {
    Object.assign(document.benchmarks[0] ?? {}, { scenario: 7 })
  })
  writeFileSync(path.join(directory, 'bad.json'), toBytes(bad))
  const { code, out, error } = await run('import', directory, '--registry', registry)
  expect(code).toBe(1)
  expect(out).toContain(identify(exampleRun()).id)
  expect(error).toMatch(/bad\.json is not a valid run document:\n {2}\/benchmarks\/0\/scenario: /)
  expect(error).toMatch(/1 stored, 1 rejected\.\n$/)
})

test('an unreadable file is rejected, and the rest is stored', async () => {
  const { directory, registry } = prepare()
  mkdirSync(path.join(directory, 'a.json'))
  const { code, out, error } = await run('import', directory, '--registry', registry)
  expect(code).toBe(1)
  expect(out).toContain(identify(exampleRun()).id)
  expect(error).toMatch(/a\.json: it is not a regular file\. .*\n1 stored, 1 rejected\.\n$/)
})

test('an error of the whole document is reported for "(document)"', async () => {
  const { file, registry } = prepare()
  writeFileSync(file, '[]')
  expect((await run('import', file, '--registry', registry)).error).toContain('\n  (document): ')
})

test('a changed stored document is reported, and importing the original repairs it', async () => {
  const { directory, file, registry } = prepare()
  await run('import', file, '--registry', registry)
  const stored = path.join(registry, 'documents', `${identify(exampleRun()).id}.json`)
  writeFileSync(stored, readFileSync(stored, 'utf8').replace('Example CPU', 'Another CPU'))
  const other = path.join(directory, 'other.json')
  writeFileSync(other, toBytes(exampleRun((document) => document.notes.push({ code: 'other', text: 'another' }))))
  const { code, error } = await run('import', other, '--registry', registry)
  expect(code).toBe(0)
  expect(error).toMatch(/1 stored\.\n.*\.json was skipped:\n {2}\(document\): its content has the id/)
  expect(error).toContain(stored)
  expect(await run('import', file, '--registry', registry)).toMatchObject({ code: 0 })
  expect(readFileSync(stored, 'utf8')).toContain('Example CPU')
})

test('a system error is reported in one sentence', async () => {
  const { file, registry } = prepare()
  const { id } = identify(exampleRun())
  mkdirSync(path.join(registry, 'documents', `${id}.json`), { recursive: true })
  const { code, error } = await run('import', file, '--registry', registry)
  expect(code).toBe(3)
  expect(error).toMatch(/^plimsoll-registry: .*EISDIR.*documents.*--out\.\n$/)
})

test('importing stored runs again rebuilds a deleted index', async () => {
  const { file, registry } = prepare()
  await run('import', file, '--registry', registry)
  rmSync(path.join(registry, 'index.sqlite'))
  expect((await run('import', file, '--registry', registry)).code).toBe(0)
  expect(existsSync(path.join(registry, 'index.sqlite'))).toBe(true)
})

test('a registry is indexed in its own folder, whatever the name of the folder', async () => {
  const { directory, file } = prepare()
  for (const name of ['a#b', 'a?b', 'a%b', 'a%20b']) {
    const registry = path.join(directory, name)
    expect(await run('import', file, '--registry', registry)).toMatchObject({ code: 0 })
    expect(existsSync(path.join(registry, 'index.sqlite'))).toBe(true)
  }
})

test('commands supersede, withdraw and delete runs, and report an error in a sentence', async () => {
  const { file, registry } = prepare()
  const { id } = identify(exampleRun())
  await run('import', file, '--registry', registry)
  expect(await run('withdraw', id, '--reason', 'wrong image', '--registry', registry)).toEqual({
    code: 0,
    out: '',
    error: '',
  })
  expect(readFileSync(path.join(registry, 'statements', `${id}.jsonl`), 'utf8')).toContain('"withdrawn"')
  expect(await run('supersede', id, '--by', id, '--registry', registry)).toMatchObject({ code: 2 })
  expect((await run('delete', id, '--reason', 'named a person', '--registry', registry)).code).toBe(0)
  expect(await run('import', file, '--registry', registry)).toMatchObject({
    code: 1,
    error: expect.stringContaining('was permanently deleted from this registry'),
  })
})

test.each([
  [['import'], 'missing required argument'],
  [['build', '--base-url', 'example.org'], 'Use an address that begins with https://'],
  [['build', '--base-url', 'https://example.org/?a'], 'Use an address that begins with https://'],
  [['edition', 'new', 'desk', '--runs', 'a.json', '--url', 'http://blog.example'], 'or leave --url out'],
  [['import', '/nowhere/run.json'], "'/nowhere/run.json' not found"],
  [['publish'], 'unknown command'],
  [['serve', '--port', 'eighty'], 'Use a port from 0'],
  [['serve', '--rebuild-after', '2147484'], 'Use at most 2147483 seconds'],
  [['serve', '--open-path', '//elsewhere'], 'Use a path of the site'],
])('%j is bad usage: one sentence, no stack trace', async (args, sentence) => {
  const needsRegistry = args[0] === 'import'
  const { code, error } = await run(...args, ...(needsRegistry ? ['--registry', prepare().registry] : []))
  expect(code).toBe(2)
  expect(error).toContain(sentence)
  expect(error).not.toMatch(/\n\s+at /)
})

test.each([
  ['build'],
  ['serve'],
  ['serve', '--ingest', '--base-url', 'https://registry.example/'],
  ['edition', 'new', 'mine', '--runs', 'a'],
  ['supersede', 'a', '--by', 'b'],
  ['withdraw', 'a', '--reason', 'wrong'],
  ['delete', 'a', '--reason', 'a name'],
  ['verify'],
])('a registry that is not there is not made by %j, which says how to make one', async (...args) => {
  const registry = path.join(temporaryDirectory(), 'registri')
  const { code, out, error } = await run(...args, '--registry', registry)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(error).toMatch(/^plimsoll-registry: Registry '.*registri' not found\. Check --registry,.* store a run .*\n$/)
  expect(existsSync(registry)).toBe(false)
})

test('without --registry and without a default registry, the error says how to store the first run', async () => {
  const home = temporaryDirectory()
  vi.stubEnv('HOME', home)
  const { code, error } = await run('serve', '--port', '0')
  vi.unstubAllEnvs()
  expect([code, error]).toEqual([2, expect.stringMatching(/^plimsoll-registry: No registry in .* yet\..*npm start/)])
  expect(readdirSync(home)).toEqual([])
})

test.each(['import FILE', 'build', 'verify'])(
  '%s does not change a directory that holds something else',
  async (command) => {
    const { file } = prepare()
    const registry = temporaryDirectory()
    writeFileSync(path.join(registry, 'thesis.txt'), 'years of work')
    const { code, error } = await run(...command.replace('FILE', file).split(' '), '--registry', registry)
    expect(code).toBe(2)
    expect(error).toContain(
      `'${registry}' is not a registry: it has no folder 'documents'. Check --registry, or create this folder to make it one.`,
    )
    expect(readdirSync(registry)).toEqual(['thesis.txt'])
  },
)

test('verify rejects an empty directory, which may be a disk that is not mounted', async () => {
  const registry = temporaryDirectory()
  expect(await run('verify', '--registry', registry)).toMatchObject({
    code: 2,
    error: expect.stringContaining('is empty'),
  })
  expect(readdirSync(registry)).toEqual([])
})

test.each(['FILE/registry', '/proc/nope/x'])(
  'an unusable registry directory %s is an environment error',
  async (place) => {
    const { file } = prepare()
    const { code, out, error } = await run('import', file, '--registry', place.replace('FILE', file))
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(error).toMatch(/^plimsoll-registry: The registry directory .* cannot be used .*--registry\.\n$/)
  },
)

test('help lists every command and exits with 0', async () => {
  const { code, out } = await run('--help')
  expect(code).toBe(0)
  for (const name of ['import', 'supersede', 'withdraw', 'delete', 'build', 'serve', 'verify'])
    expect(out).toContain(name)
})

test.each(['--allow', '--deny'])('%s refuses a number, which could be an owner or a repository', async (option) => {
  for (const who of ['2001', 'owner-id:x', 'owner-id:0', 'repository-id:a/b', 'a/b/c']) {
    const { code, error } = await run('serve', option, who)
    expect([code, error]).toEqual([2, expect.stringContaining('owner-id:2002 or repository-id:1001')])
  }
})

test('withdraw --owner refuses a number, and a repository', async () => {
  const rest = ['--reason', 'forged', '--registry', temporaryDirectory()]
  for (const who of ['2001', 'repository-id:1001', 'example/project']) {
    const { code, error } = await run('withdraw', '--owner', who, ...rest)
    expect([code, error]).toEqual([2, expect.stringContaining('or the id: owner-id:2002')])
  }
  for (const who of ['example', 'owner-id:2001'])
    expect((await run('withdraw', '--owner', who, ...rest)).error).not.toContain('owner-id')
})

test('the process ends with the exit code, after one sentence on standard error', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(SITE, 'bin/plimsoll-registry.js'), 'publish'],
    {
      encoding: 'utf8',
    },
  )
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^error: unknown command 'publish'\n.*--help/s),
  ])
})

test.runIf(process.platform === 'linux')('output that the disk does not accept ends with 3', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [path.join(SITE, 'bin/plimsoll-registry.js'), '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect([status, stderr]).toEqual([3, expect.stringMatching(/^plimsoll-registry: The output is incomplete.*ENOSPC/)])
})

test('the command starts without the generated client of Prisma, which a fresh clone does not have', () => {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context)
        if (resolved.url.includes('/site/generated/')) throw new Error(context.parentURL + ' needs ' + resolved.url)
        return resolved
      },
    })
    const { main } = await import('./src/command.ts')
    process.exitCode = await main(['--help'])`
  const args = ['--import', './bin/jsx.js', '--input-type=module', '--eval', program]
  const { stdout } = spawnSync(process.execPath, args, { cwd: SITE, encoding: 'utf8' })
  expect(stdout).toContain('Usage: plimsoll-registry')
})

function prepare(): { directory: string; file: string; registry: string } {
  const directory = temporaryDirectory()
  const file = path.join(directory, 'run.json')
  writeFileSync(file, toBytes(exampleRun()))
  return { directory, file, registry: path.join(temporaryDirectory(), 'registry') }
}

/** Runs the command. `error` is its stderr without lines of progress, which only a slow machine prints. */
async function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const { exitCode, stdout, stderr } = await captureOutput(() => main(args))
  return { code: exitCode, out: stdout, error: stderr.replace(/^(importing documents|indexing runs)\b.*\n/gm, '') }
}
