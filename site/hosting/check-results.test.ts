import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryDirectory } from '../src/testing.ts'

const SCRIPT = path.join(import.meta.dirname, '..', '..', 'examples', 'results', 'check-results.sh')
const WORKFLOW = path.join(import.meta.dirname, '..', '..', 'examples', 'workflows', 'registry-pages.yml')
const [ID, OTHER, UNSIGNED] = ['a', 'b', 'c'].map((letter) => letter.repeat(26)) as [string, string, string]
const SUBMITTED = '{"kind":"submitted","at":"2026-01-01T00:00:00Z"}\n'
const DELETED = '{"kind":"deleted","hash":"sha256:0","reason":"a name","at":"2026-01-01T00:00:00Z"}\n'

const hasJq = spawnSync('jq', ['--version']).status === 0

/**
 * Returns exit status and output of the check script, for a change to a results repository that holds one run with
 * statements.
 */
function check(
  change: (directory: string) => void,
  environment: Record<string, string> = {},
): { status: number | null; output: string } {
  const directory = repositoryOfResults()
  change(directory)
  commit(directory, 'A change')
  return runCommand('bash', ['check-results.sh'], directory, environment)
}

/** A copy of a repository that is made once. */
function repositoryOfResults(): string {
  const directory = temporaryDirectory()
  cpSync(original, directory, { recursive: true })
  return directory
}

const original = mkdtempSync(path.join(tmpdir(), 'plimsoll-results-'))
beforeAll(() => makeRepository(original))

function makeRepository(directory: string): void {
  git(directory, 'init', '--quiet', '--initial-branch=main')
  for (const folder of ['documents', 'statements', 'editions']) mkdirSync(path.join(directory, folder))
  copyFileSync(SCRIPT, path.join(directory, 'check-results.sh'))
  writeFileSync(path.join(directory, 'documents', `${ID}.json`), '{"benchmarks":[]}')
  writeFileSync(path.join(directory, 'statements', `${ID}.jsonl`), SUBMITTED)
  writeFileSync(edition(directory), '{}')
  writeFileSync(bundle(directory), '{}')
  writeFileSync(document(directory, UNSIGNED), '{}')
  commit(directory, 'A run')
}

function git(directory: string, ...args: string[]): string {
  const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']
  return execFileSync('git', [...author, ...args], { cwd: directory, encoding: 'utf8' }).trim()
}

/** Commits everything in the directory and returns the hash of the commit. */
function commit(directory: string, message: string): string {
  git(directory, 'add', '.')
  git(directory, 'commit', '--quiet', '--allow-empty', '--message', message)
  return git(directory, 'rev-parse', 'HEAD')
}

function runCommand(command: string, args: string[], cwd: string, environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  return { status, output: `${stdout}${stderr}` }
}

const statements = (directory: string, id = ID) => path.join(directory, 'statements', `${id}.jsonl`)
const edition = (directory: string, name = 'mine') => path.join(directory, 'editions', `${name}.json`)
const document = (directory: string, id = ID) => path.join(directory, 'documents', `${id}.json`)
const bundle = (directory: string, id = ID) => document(directory, `${id}.sigstore`)

/** Removes a run with its bundle, and without a statement. */
function removeRun(directory: string): void {
  for (const file of [document(directory), bundle(directory)]) rmSync(file)
}

/** Adds a run with its bundle. */
function addSigned(directory: string): void {
  for (const file of [document(directory, OTHER), bundle(directory, OTHER)]) writeFileSync(file, '{}')
}

describe.skipIf(!hasJq)('a repository of results', () => {
  test.each<[string, (directory: string) => void]>([
    ['with no change', () => {}],
    [
      'with another run and its bundle, another edition and another statement',
      (at) => {
        addSigned(at)
        writeFileSync(edition(at, 'ours'), '{}')
        appendFileSync(statements(at), '{"kind":"withdrawn"}\n')
      },
    ],
    [
      'from which a run was deleted, with a statement',
      (at) => {
        for (const file of [document(at), bundle(at)]) rmSync(file)
        appendFileSync(statements(at), DELETED)
      },
    ],
  ])('%s passes', (_name, change) => {
    expect(check(change)).toEqual({ status: 0, output: '' })
  })

  test.each<[string, (directory: string) => void, RegExp]>([
    ['whose document was rewritten', (at) => writeFileSync(document(at), '{ "benchmarks": [] }'), /json was rewritten/],
    ['whose bundle was rewritten', (at) => writeFileSync(bundle(at), '{ }'), /sigstore\.json was rewritten/],
    ['whose bundle is gone', (at) => rmSync(bundle(at)), /sigstore\.json is gone/],
    ['whose document is gone', removeRun, /json is gone/],
    ['with a bundle alone', (at) => writeFileSync(bundle(at, OTHER), '{}'), /sigstore\.json is a bundle without its/],
    [
      'whose document has another name now',
      (at) => {
        removeRun(at)
        writeFileSync(document(at, OTHER), '{"benchmarks":[]}')
      },
      /json is gone/,
    ],
    ['whose statement was rewritten', (at) => writeFileSync(statements(at), DELETED), /jsonl was rewritten/],
    ['whose statement is gone', (at) => rmSync(statements(at)), /jsonl is gone/],
    ['whose edition was rewritten', (at) => writeFileSync(edition(at), '{ }'), /mine\.json was rewritten or is gone/],
    ['whose edition is gone', (at) => rmSync(edition(at)), /mine\.json was rewritten or is gone/],
    ['with a link for an edition', (at) => symlinkSync('/etc/hostname', edition(at, 'ours')), /ours\.json is a link/],
    ['with a link for a document', (at) => symlinkSync('/etc/hostname', document(at, OTHER)), /json is a link/],
    [
      'with a link for all editions',
      (at) => {
        rmSync(path.join(at, 'editions'), { recursive: true })
        symlinkSync('/etc', path.join(at, 'editions'))
      },
      /editions is a link/,
    ],
    [
      'with a statement that is added again in other characters',
      (at) => appendFileSync(statements(at), SUBMITTED.replace('":"', '": "').replace('\n', '\r\n')),
      /has the same line twice/,
    ],
    ['with a truncated statement', (at) => appendFileSync(statements(at), '{"kind":'), /not valid JSON/],
    ['with a statement of line feeds', (at) => appendFileSync(statements(at), '\n\n\n'), /has the same line twice/],
    [
      'with attributes of its documents',
      (at) => writeFileSync(document(at, '.gitattributes').replace('.json', ''), '*.json text eol=crlf\n'),
      /documents\/\.gitattributes changes how files are checked out/,
    ],
    ['with another name of a document', (at) => writeFileSync(document(at, 'mine'), '{}'), /mine\.json has a name/],
    [
      'with a document in a folder',
      (at) => {
        mkdirSync(path.join(at, 'documents', 'x'))
        writeFileSync(document(at, `x/${OTHER}`), '{}')
      },
      /json has a name/,
    ],
    [
      'with a name that is a workflow command',
      (at) => writeFileSync(statements(at, '\n::add-mask::x ##[group]'), `${SUBMITTED}${SUBMITTED}`),
      /^::error::statements\/\?::add-mask::x \?\?\?group\?\.jsonl has a name[^\n]*\n$/,
    ],
  ])('%s is rejected', (_name, change, sentence) => {
    const { status, output } = check(change)
    expect(output).toMatch(sentence)
    expect(status).toBe(1)
  })

  test.each<[string, (directory: string) => void, string]>([
    ['may add a document with its bundle', addSigned, ''],
    [
      'may not add a transcription, not even after another value',
      (at) => writeFileSync(document(at, OTHER), '{}{"origin":{"kind":"transcribed"}}'),
      'is transcribed from a publication',
    ],
    [
      'may not add what jq cannot read',
      (at) => writeFileSync(document(at, OTHER), `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
      'is not one JSON object',
    ],
    ['may not add text after a document', (at) => writeFileSync(document(at, OTHER), '{}x'), 'is not one JSON object'],
    [
      'may not add a bundle to a document that is there',
      (at) => writeFileSync(bundle(at, UNSIGNED), '{}'),
      'sigstore.json is a bundle for a run that is there',
    ],
    [
      'may not add a statement',
      (at) => appendFileSync(statements(at), '{"kind":"withdrawn"}\n'),
      'jsonl is not new. A pull request from a fork may only add run documents',
    ],
    ['may not add a program', (at) => writeFileSync(path.join(at, 'build.sh'), ''), 'build.sh is not a run document'],
  ])('a pull request from a fork %s', (_name, change, sentence) => {
    const { status, output } = check(change, { FROM_FORK: 'true' })
    expect(output).toContain(sentence)
    expect(status).toBe(sentence === '' ? 0 : 1)
  })

  test('a rewrite in any commit of a push is detected, and earlier pushes are not checked', () => {
    const directory = repositoryOfResults()
    const before = git(directory, 'rev-parse', 'HEAD')
    writeFileSync(document(directory), '{ "benchmarks": [] }')
    const rewritten = commit(directory, 'A rewrite')
    commit(directory, 'Nothing')
    const run = (...args: string[]) => runCommand('bash', ['check-results.sh', ...args], directory)
    expect(run(before)).toMatchObject({ status: 1, output: expect.stringContaining('json was rewritten') })
    expect(run(rewritten)).toEqual({ status: 0, output: '' })
    expect(run('0'.repeat(40))).toEqual({ status: 0, output: '' })
  })

  test('a forced push is compared with the commit it replaced, and rejected if that commit is not available', () => {
    const origin = repositoryOfResults()
    git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    appendFileSync(statements(origin), '{"kind":"withdrawn"}\n')
    const before = commit(origin, 'A statement')
    git(origin, 'reset', '--quiet', '--hard', 'HEAD^')
    const clone = path.join(temporaryDirectory(), 'clone')
    git(origin, 'clone', '--quiet', '--no-local', origin, clone)
    const run = () => runCommand('bash', ['check-results.sh', before], clone)
    git(clone, 'remote', 'set-url', 'origin', path.join(origin, 'gone'))
    expect(run()).toMatchObject({ status: 1, output: expect.stringContaining('The history was rewritten') })
    git(clone, 'remote', 'set-url', 'origin', origin)
    expect(run()).toMatchObject({ status: 1, output: expect.stringContaining('jsonl was rewritten') })
  })

  test('a shallow clone without the previous commit is rejected, and a repository with one commit passes', () => {
    const origin = repositoryOfResults()
    const run = (directory: string) => runCommand('bash', ['check-results.sh'], directory)
    expect(run(origin)).toEqual({ status: 0, output: '' })
    removeRun(origin)
    commit(origin, 'A run less')
    const clone = path.join(temporaryDirectory(), 'clone')
    git(origin, 'clone', '--quiet', '--depth=1', `file://${origin}`, clone)
    expect(run(clone)).toMatchObject({ status: 1, output: expect.stringContaining('Set fetch-depth: 0') })
  })

  test('a pull request is checked by the script of the base, not by its own', () => {
    const directory = repositoryOfResults()
    const before = git(directory, 'rev-parse', 'HEAD')
    writeFileSync(path.join(directory, 'check-results.sh'), 'exit 0')
    removeRun(directory)
    commit(directory, 'A run less')
    const at = { BEFORE: before, RUNNER_TEMP: temporaryDirectory() }
    const run = (GITHUB_EVENT_NAME: string) =>
      runCommand('bash', ['-e', '-c', stepOfWorkflow()], directory, { ...at, GITHUB_EVENT_NAME })
    expect(run('pull_request')).toMatchObject({ status: 1, output: expect.stringContaining('json is gone') })
    // A user with push access can change what runs on push.
    expect(run('push').status).toBe(0)
  })
})

/** Returns the check script from the workflow. */
function stepOfWorkflow(): string {
  const { jobs } = parse(readFileSync(WORKFLOW, 'utf8')) as { jobs: { build: { steps: { run?: string }[] } } }
  return jobs.build.steps.find(({ run }) => run?.includes('check-results.sh'))?.run ?? ''
}
