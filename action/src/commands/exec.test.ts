import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { samplesDirectory } from '@plimsoll/workloads'
import { execaSync } from 'execa'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-exec-'))

let project: string
beforeEach(() => {
  project = mkdtempSync(join(scratch, 'project-'))
  git('init', '--quiet', '--initial-branch=main')
})

const QUICK = ['--engine', 'none', '--no-rest', '--seed', '1', '--dir', join(scratch, 'home')]
const exec = (...args: string[]) => runInDirectory(project, ['exec', ...QUICK, ...args])
const git = (...args: string[]) =>
  execaSync('git', ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args])
const documentIn = (file: string) => readRun(readFileSync(join(project, file))).document
const write = (name: string, text: string) => writeFileSync(join(project, name), text)

test('a command runs in a copy of the folder, without what git ignores, after its setup', async () => {
  write('.gitignore', 'made\n')
  write('made', '')
  write('there', '')
  const seen =
    'test -e there && test ! -e made && test -e set-up && test -e prepared && test ! -e changed && touch changed'
  const more = ['--setup', 'touch set-up', '--prepare', 'touch prepared', '--rounds', '2', '--out', 'run.json']
  const { exitCode, stdout, stderr } = await exec(...more, '--', seen)
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  expect(stderr).toContain('Not copied, because git ignores it: made.')
  expect(stdout).toContain('\nNothing was compared. Add --image or --dockerfile')
  expect(readdirSync(project).sort()).toEqual(['.git', '.gitignore', 'made', 'run.json', 'there'])
  expect(documentIn('run.json').benchmarks.map(({ status }) => status)).toEqual(['ok'])
})

test('the copies are in a folder that is not hidden, and that is gone after the run', async () => {
  vi.stubEnv('HOME', mkdtempSync(join(scratch, 'user-')))
  onTestFinished(() => void vi.unstubAllEnvs())
  const samples = samplesDirectory()
  expect(samples).not.toMatch(/\/\./)
  const there = `case $PWD in ${samples}/*) ;; *) exit 1 ;; esac`
  const args = ['exec', '--engine', 'none', '--no-rest', '--rounds', '1', '--', there]
  expect(await runInDirectory(project, args)).toMatchObject({ exitCode: 0 })
  expect(existsSync(samples)).toBe(false)
})

test('a command has the same plan as the workload file that --save writes, which a run measures, and names its author', async () => {
  const author = ['--author', 'A. Writer', '--save', 'answer']
  const saved = [...author, '--rounds', '1', '--out', 'exec.json', '--', 'echo ${HOME}']
  expect(await exec(...saved)).toMatchObject({ exitCode: 0 })
  const args = ['run', ...QUICK, '--rounds', '1', '--out', 'run.json']
  expect(await runInDirectory(project, args)).toMatchObject({ exitCode: 0 })
  const [first, second] = ['exec.json', 'run.json'].map(documentIn)
  expect(first?.design.planDigest).toBe(second?.design.planDigest)
  expect([first?.disclosure.submitter, second?.disclosure.submitter]).toEqual(['A. Writer', null])
})

test('a command that fails ends after its first round, with its error', async () => {
  const { exitCode, stdout } = await exec('--out', 'run.json', '--', 'echo wrong >&2; exit 3')
  expect(exitCode).toBe(1)
  expect(stdout.split('\n').at(-1)).toContain('the command ended with exit code 3')
  expect(documentIn('run.json').benchmarks[0]?.samples).toHaveLength(1)
})

test('a setup that fails ends the run before the first sample, with its error', async () => {
  const { exitCode, stderr } = await exec('--setup', 'echo wrong >&2; exit 4', '--', 'true')
  expect(exitCode).toBe(2)
  expect(stderr).toContain('The setup of true failed: the command ended with exit code 4\n  wrong')
})

test.each([
  [['--', 'no-such-program'], "Command 'no-such-program' not found on this host. Check its name."],
  [['--', ''], 'The command is empty. Name a command after --.'],
  [['--scenario', 'bindd', '--', 'true'], "Unknown scenario 'bindd'"],
  [['--image', 'a', '--', 'true'], 'With --engine none, no container is measured'],
  [['--scenario', 'bind', '--', 'true'], 'The scenario bind runs in a container. Add --image or --dockerfile.'],
  [['--image', 'UPPER', '--', 'true'], 'The command cannot be measured: /image'],
  [['--dockerfile', 'none', '--', 'true'], 'The command cannot be measured: none not found in this project.'],
  [['--save', 'Bad_Name', '--', 'true'], "Invalid name 'Bad_Name': --save takes lower-case letters"],
  [['--env', 'a=b', '--', 'true'], 'It takes NAME=value'],
  [['--author', 'A\nB', '--', 'true'], 'It takes a name of at most 500 visible characters.'],
  [['--base', 'nowhere', '--', 'true'], 'is no folder, and git knows no branch, tag or commit of that name here'],
])('exec %j is refused with a sentence', async (args, sentence) => {
  const { exitCode, stderr } = await exec(...args)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(sentence)
  expect(readdirSync(project)).toEqual(['.git'])
})

test('a large folder outside of git is refused', async () => {
  rmSync(join(project, '.git'), { recursive: true })
  write('large', '')
  execaSync('truncate', ['--size=2G', join(project, 'large')])
  const { exitCode, stderr } = await exec('--', 'true')
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('add --no-copy') })
  expect(await exec('--no-copy', '--rounds', '1', '--out', 'run.json', '--', 'true')).toMatchObject({ exitCode: 0 })
})

test('--base compares this folder with a commit, in a folder of the repository, and leaves no worktree', async () => {
  mkdirSync(join(project, 'part'))
  write('part/wait.sh', 'sleep 0.01')
  git('add', '.')
  git('commit', '--quiet', '--message=one')
  write('part/wait.sh', 'sleep 0.1')
  const args = ['--base', 'main', '--rounds', '14', '--out', '../run.json', '--', 'sh', 'wait.sh']
  const { stdout } = await runInDirectory(join(project, 'part'), ['exec', ...QUICK, ...args])
  expect(git('worktree', 'list').stdout.split('\n')).toHaveLength(1)
  const commit = git('rev-parse', 'main').stdout
  expect(stdout).toContain(`base → head: commit ${commit.slice(0, 10)} → not committed`)
  const { design, benchmarks } = documentIn('run.json')
  expect(design.variants?.base.commit).toBe(commit)
  // The verdict depends on how busy this machine is, but the least times do not.
  const least = (variant: string) =>
    Math.min(
      ...benchmarks
        .filter((benchmark) => benchmark.variant === variant)
        .flatMap(({ samples }) => samples.flatMap(({ values }) => values.duration ?? [])),
    )
  expect([least('base') < 0.1e9, least('head') >= 0.1e9]).toEqual([true, true])
})

test('a folder with the name of a branch is ambiguous', async () => {
  mkdirSync(join(project, 'main'))
  git('commit', '--quiet', '--allow-empty', '--message=one')
  expect(await exec('--base', 'main', '--', 'true')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("'main' is a folder and the name of a commit. Write ./main for the folder"),
  })
})
