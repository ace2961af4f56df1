import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'

const PLIMSOLL = fileURLToPath(new URL('../../bin/plimsoll.js', import.meta.url))
const EXAMPLE = fileURLToPath(new URL('../../../examples/run.json', import.meta.url))
const MAC = fileURLToPath(new URL('../../../site/documents/docker-for-mac-bench-2025-macos.json', import.meta.url))
const document = readFileSync(EXAMPLE, 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const plimsoll = (args: string[], input: string = document) =>
  execa(process.execPath, [PLIMSOLL, ...args], { reject: false, input, cwd: scratch })

test.each([
  [
    ['report', '-'],
    ['report', EXAMPLE],
  ],
  [
    ['compare', '-', MAC],
    ['compare', EXAMPLE, MAC],
  ],
])('%j reads the document of standard input, and prints what %j prints', async (piped, named) => {
  expect(await plimsoll(piped)).toMatchObject({ exitCode: 0, stdout: (await plimsoll(named)).stdout, stderr: '' })
})

test('validate names standard input', async () => {
  expect((await plimsoll(['validate', '-'])).stdout).toMatch(/^Standard input: valid · [a-z2-7]{26} · sha256:/)
  expect((await plimsoll(['validate', '-'], '[]')).stderr).toMatch(/^Standard input: \(document\): /)
})

test('publish stores the document of standard input in a directory', async () => {
  const { exitCode, stdout } = await plimsoll(['publish', '-', '--registry', 'registry'])
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^registry\/documents\/[a-z2-7]{26}\.json$/),
  })
  expect(readFileSync(join(scratch, stdout), 'utf8')).toBe(document)
})

test('replicate reads the run of standard input', async () => {
  expect((await plimsoll(['replicate', '-'], readFileSync(MAC, 'utf8'))).stderr).toContain('This run was transcribed')
})

test.each([['report'], ['compare'], ['validate'], ['publish']])('%s refuses a second -', async (command) => {
  expect(await plimsoll([command, '-', '-', ...(command === 'publish' ? ['--registry', 'other'] : [])])).toMatchObject({
    exitCode: 2,
    stderr: '- is given twice, but standard input can be read only once. Name a file for the other.',
  })
})

test.runIf(process.platform === 'linux')('a terminal as standard input is refused, and not waited for', async () => {
  const call = `'${process.execPath}' '${PLIMSOLL}' report -`
  const { stdout, exitCode } = await execa('script', ['-qec', call, '/dev/null'], { reject: false, timeout: 15_000 })
  expect(stdout).toContain('Standard input is a terminal, so there is nothing to read for `-`.')
  expect(exitCode).toBe(2)
})

test.each([
  [['report', '.'], '. is a folder. Name a file in it.'],
  [['report', '-'], 'Standard input is empty. Pipe a document into the command, or name a file.'],
  [['validate', '-'], 'Standard input is empty. Pipe a document into the command, or name a file.'],
  [
    ['publish', '-', '--registry', 'nowhere'],
    'Standard input is empty. Pipe a document into the command, or name a file.',
  ],
  [['compare', 'empty.json', EXAMPLE], 'empty.json is empty. Name another file.'],
])('%j ends with 2 and says what to do', async (args, stderr) => {
  writeFileSync(join(scratch, 'empty.json'), '')
  expect(await plimsoll(args, '')).toMatchObject({ exitCode: 2, stdout: '', stderr })
})

test('with --quiet, standard error has nothing beside errors', async () => {
  const publish = (...more: string[]) => plimsoll(['publish', '-', '--registry', 'quiet', ...more])
  expect(await publish('--quiet')).toMatchObject({ stderr: '', stdout: expect.stringContaining('quiet/documents/') })
  expect((await publish()).stderr).toMatch(/^Run .*: \d+ kB, all of it public/)
  expect((await plimsoll(['--quiet', 'report', '-'], '[]')).stderr).toMatch(/^Standard input is not a valid run/)
})
