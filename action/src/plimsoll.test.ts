import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

// What the process adds to `main`, whose refusals are tables in command.test.ts: exit code, standard input, terminal, Node.

/** The bundle starts in a third of the time of the sources, which the program of a clone loads. */
const PLIMSOLL = fileURLToPath(new URL('../dist/plimsoll.js', import.meta.url))
const IN_CLONE = fileURLToPath(new URL('../bin/plimsoll.js', import.meta.url))
const EXAMPLE = fileURLToPath(new URL('../../examples/run.json', import.meta.url))
const document = readFileSync(EXAMPLE, 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const plimsoll = (args: string[], input = document) =>
  execa(process.execPath, [PLIMSOLL, ...args], { reject: false, input, cwd: scratch })

test('bad usage ends the process of a clone with 2, one sentence and no stack trace', async () => {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [IN_CLONE, 'rnu'], { reject: false })
  expect({ exitCode, stdout, stderr }).toEqual({
    ...{ exitCode: 2, stdout: '' },
    stderr: "error: unknown command 'rnu'\n(Did you mean run?)\nAdd --help to see the usage.",
  })
})

test('report reads the document of standard input', async () => {
  const { exitCode, stdout, stderr } = await plimsoll(['report', '-'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toContain('npm-ci small · duration')
})

test('replicate reads the run of standard input, and an empty one is refused', async () => {
  const transcribed = readFileSync(
    new URL('../../site/documents/docker-for-mac-bench-2025-macos.json', import.meta.url),
    'utf8',
  )
  expect((await plimsoll(['replicate', '-'], transcribed)).stderr).toContain('This run was transcribed')
  expect(await plimsoll(['replicate', '-'], '')).toMatchObject({
    ...{ exitCode: 2, stdout: '' },
    stderr: 'Standard input is empty. Pipe a document into the command, or name a file.',
  })
})

test('publish stores the document of standard input in a directory, and --quiet keeps notes off standard error', async () => {
  const { exitCode, stdout, stderr } = await plimsoll(['--quiet', 'publish', '-', '--registry', 'registry'])
  expect({ exitCode, stdout, stderr }).toEqual({
    ...{ exitCode: 0, stderr: '' },
    stdout: expect.stringMatching(/^registry\/documents\/[a-z2-7]{26}\.json$/),
  })
  expect(JSON.parse(readFileSync(join(scratch, stdout), 'utf8'))).toEqual(JSON.parse(document))
})

test('publish prints why a registry on this machine rejects a document, and ends with 1', async () => {
  const at = '2999-01-01T00:00:00Z'
  writeFileSync(
    join(scratch, 'tomorrow.json'),
    JSON.stringify({ ...JSON.parse(document), startedAt: at, finishedAt: at }),
  )
  const refused = await plimsoll(['publish', 'tomorrow.json', '--registry', 'registry'])
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /tomorrow\.json is not a valid run document:\n.*cannot start after it is submitted.*\n0 stored, 1 rejected\.$/s,
  )
})

test('with --quiet, errors are still printed', async () => {
  expect((await plimsoll(['--quiet', 'validate', '-'], '[]')).stderr).toMatch(/^Standard input: \(document\): /)
})

test.runIf(process.platform === 'linux')('a terminal as standard input is refused, and not waited for', async () => {
  const call = `'${process.execPath}' '${PLIMSOLL}' report -`
  const { stdout, exitCode } = await execa('script', ['-qec', call, '/dev/null'], { reject: false })
  expect(stdout).toContain('Standard input is a terminal, so there is nothing to read for `-`.')
  expect(exitCode).toBe(2)
})

test('without an engine, doctor says how to install one, and run measures the host', async () => {
  const bare = { PATH: join(process.execPath, '..'), HOME: scratch }
  const doctor = await execa(process.execPath, [PLIMSOLL, 'doctor'], {
    reject: false,
    stdin: 'ignore',
    env: bare,
    extendEnv: false,
  })
  expect(doctor.exitCode).toBe(3)
  expect(doctor.stdout).toContain('No container engine found. Install one')
  expect(doctor.stdout).toMatch(/native +runs/)
  expect(doctor.stdout).toMatch(/bind-consistent +cannot run: no engine/)
})

test('on an old Node the command prints an error', async () => {
  const old = join(scratch, 'old.mjs')
  writeFileSync(
    old,
    `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); await import(${JSON.stringify(IN_CLONE)})`,
  )
  const { exitCode, stderr } = await execa(process.execPath, [old], { reject: false })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: 'plimsoll needs Node 24 or newer, and this is 20.1.0. In a clone, run it as `npx plimsoll`.',
  })
})

test.runIf(process.platform === 'linux')('output that the disk does not accept is an error, of help too', async () => {
  for (const args of [['--help'], ['report', EXAMPLE]]) {
    const call = ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, PLIMSOLL, ...args]
    const { exitCode, stderr } = await execa('bash', call, { reject: false })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringMatching(/^plimsoll: The output is incomplete, because .* \(ENOSPC\)\. Free disk space/),
    })
  }
})

test('a reader that closes the pipe is no error', async () => {
  const { exitCode, stderr } = await execa('bash', [
    '-c',
    '"$0" "$1" list | true; echo ${PIPESTATUS[0]} >&2',
    process.execPath,
    PLIMSOLL,
  ])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '0' })
})

const COMMANDS = [IN_CLONE, fileURLToPath(new URL('../../site/bin/plimsoll-registry.js', import.meta.url))]

test.each(COMMANDS)('without a home directory, %s names the remedy', async (command) => {
  const homeless = join(scratch, 'homeless.mjs')
  writeFileSync(
    homeless,
    `import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    os.homedir = () => { throw new Error('uv_os_homedir returned ENOENT') }
    syncBuiltinESMExports()
    await import(${JSON.stringify(command)})`,
  )
  const needsHome = command === IN_CLONE ? ['run', '--engine', 'none', '--out', 'new.json'] : ['build']
  const ended = await execa(process.execPath, [homeless, ...needsHome], { reject: false, cwd: scratch })
  expect(ended).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/no home directory.*HOME/),
  })
})

test.each(COMMANDS)('for %s, a relative HOME is as an unset one', async (command) => {
  const project = mkdtempSync(join(scratch, 'project-'))
  const env = { HOME: 'relative', NODE_COMPILE_CACHE: '' }
  expect(await execa(process.execPath, [command, '--help'], { cwd: project, env })).toMatchObject({ exitCode: 0 })
  expect(readdirSync(project)).toEqual([])
})

test.each(COMMANDS)('in a directory that was removed, %s says so', async (command) => {
  const call = 'mkdir gone; cd gone; rmdir ../gone; exec "$0" "$1" --help'
  const { exitCode, stderr } = await execa('bash', ['-c', call, process.execPath, command], {
    ...{ reject: false, cwd: scratch },
  })
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: 'The working directory was removed. Change to another one: cd ~',
  })
})
