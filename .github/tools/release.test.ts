// These tests run the jobs of the release workflow that may write. Their scripts run unchanged: those of the job that tags
// on a git repository in a temporary folder, those of the job that publishes against stand-ins of npm and gh.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface Step {
  run?: string
  uses?: string
  with?: { path?: string }
  env?: Record<string, string>
}

const workflow = new URL('../workflows/release.yml', import.meta.url)
const { build, tag, publish } = parse(readFileSync(workflow, 'utf8')).jobs as Record<string, { steps: Step[] }>
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-'))
})

test('a release builds the bundle from the checkout before it uploads the bundle', () => {
  const find = (is: (step: Step) => boolean) => build?.steps.findIndex(is) ?? -1
  const checkout = find(({ uses }) => uses?.startsWith('actions/checkout') ?? false)
  const bundle = find(({ run }) => run === 'npm run bundle')
  const upload = find((step) => step.with?.path === 'action/dist')
  expect([checkout, bundle, upload]).not.toContain(-1)
  expect([checkout, bundle, upload]).toEqual([checkout, bundle, upload].toSorted((a, b) => a - b))
})

describe('the tag of a release', () => {
  const DATE = '2026-01-02T03:04:05+02:00'
  const git = async (...args: string[]) => (await execa('git', args, { cwd: join(folder, 'remote.git') })).stdout
  let main: string
  beforeEach(async () => {
    const author = ['-c', 'user.name=Author', '-c', 'user.email=author@plimsoll.example']
    const source = join(folder, 'source')
    await execa('git', ['init', '--quiet', '--initial-branch=main', source])
    writeFileSync(join(source, '.gitignore'), 'action/dist*/\n')
    await execa('git', ['add', '.'], { cwd: source })
    const env = { GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }
    await execa('git', [...author, 'commit', '--quiet', '--message=Add a source'], { cwd: source, env })
    await execa('git', ['clone', '--quiet', '--bare', source, join(folder, 'remote.git')])
    main = await git('rev-parse', 'main')
  })

  /** Runs the scripts of the job as the runner does, after its actions: a shallow checkout, with the bundle. */
  async function runTag(text: string): Promise<{ failed: boolean; outputs: string; summary: string }> {
    const job = mkdtempSync(join(folder, 'job-'))
    const checkout = join(job, 'checkout')
    await execa('git', ['clone', '--quiet', '--depth=1', `file://${folder}/remote.git`, checkout])
    mkdirSync(join(checkout, 'action/dist'), { recursive: true })
    writeFileSync(join(checkout, 'action/dist/main.js'), text)
    const file = (name: string) => join(job, name)
    for (const name of ['output', 'summary']) writeFileSync(file(name), '')
    let failed = false
    for (const { run, env: own = {} } of tag?.steps.filter(({ run }) => run !== undefined) ?? []) {
      const fixed = Object.entries(own).filter(([, value]) => !value.includes('${{'))
      const commit = /^commit=(.*)$/m.exec(readFileSync(file('output'), 'utf8'))?.[1]
      const env = {
        ...{ PATH: process.env.PATH, HOME: job, GITHUB_REPOSITORY: 'a/b', VERSION: '1.2.3', COMMIT: commit },
        ...{ GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary'), ...Object.fromEntries(fixed) },
      }
      failed ||= spawnSync('bash', ['-e', '-c', run as string], { cwd: checkout, env }).status !== 0
    }
    return { failed, outputs: readFileSync(file('output'), 'utf8'), summary: readFileSync(file('summary'), 'utf8') }
  }

  test('points to one commit with source and bundle, whose parent is main, and stays', async () => {
    const first = await runTag('// the bundle')
    expect(await git('ls-tree', '-r', '--name-only', 'v1.2.3')).toBe('.gitignore\naction/dist/main.js')
    expect(await git('ls-tree', '-r', '--name-only', 'main')).toBe('.gitignore')
    expect([await git('rev-parse', 'v1.2.3^'), await git('rev-parse', 'main')]).toEqual([main, main])
    expect(await git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\nrefs/tags/v1.2.3')
    expect(await git('log', '-1', '--format=%aI %cI', 'v1.2.3')).toBe(`${DATE} ${DATE}`)
    const commit = await git('rev-parse', 'v1.2.3')
    const [outputs, summary] = [`commit=${commit}\n`, `a/b/action@${commit} # v1.2.3\n`]
    expect(first).toEqual({ failed: false, outputs, summary })
    // The commit of a job that runs again has the same hash. Another commit never replaces the tag.
    expect(await runTag('// the bundle')).toEqual(first)
    expect(await runTag('// another bundle')).toMatchObject({ failed: true, summary: '' })
    expect(await git('rev-parse', 'v1.2.3')).toBe(commit)
  })
})

test.each([
  ['refs/heads/main', '1.2.3', 0],
  ['refs/heads/main', '1.2.4', 1],
  ['refs/heads/other', '1.2.3', 1],
])('a release from %s with version %s, where the package has version 1.2.3, ends with %i', (ref, version, status) => {
  mkdirSync(join(folder, 'action'))
  writeFileSync(join(folder, 'action/package.json'), JSON.stringify({ version: '1.2.3' }))
  const check = build?.steps.find(({ run }) => run?.includes('GITHUB_REF')) as { run: string }
  const env = { PATH: process.env.PATH, GITHUB_REF: ref, VERSION: version }
  expect(spawnSync('bash', ['-e', '-c', check.run], { cwd: folder, env }).status).toBe(status)
})

test.each([
  ['nothing of it is there', '', ['npm publish', 'gh release create']],
  ['the package is published', 'npm', ['gh release create']],
  ['a draft is there', 'npm draft', ['gh release upload', 'gh release edit']],
  ['all of it is there', 'npm gh', []],
])('a release that is run again, where %s, makes what is missing', (_, there, made) => {
  const answers = {
    npm: there.includes('npm') ? 'echo 1.2.3' : 'exit 1',
    gh: there.includes('gh') ? 'echo false' : there.includes('draft') ? 'echo true' : 'exit 1',
  }
  for (const program of ['npm', 'gh'] as const)
    writeFileSync(
      join(folder, program),
      `#!/bin/sh
case "$*" in *view*) ${answers[program]} ;; *) echo "${program} $*" >> made ;; esac
`,
      { mode: 0o755 },
    )
  writeFileSync(join(folder, 'made'), '')
  const env = { PATH: `${folder}:${process.env.PATH}`, VERSION: '0.1.0', GITHUB_REPOSITORY: 'a/b' }
  for (const { run } of publish?.steps.filter(({ run }) => /publish|release/.test(run ?? '')) ?? [])
    expect(spawnSync('bash', ['-e', '-c', run as string], { cwd: folder, env }).status).toBe(0)
  const lines = readFileSync(join(folder, 'made'), 'utf8').split('\n').slice(0, -1)
  expect(lines.map((line) => made.find((beginning) => line.startsWith(beginning)))).toEqual(made)
})

test('the tag of the major version moves to the commit of the release', () => {
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho "$*" >> made\n', { mode: 0o755 })
  const move = publish?.steps.find(({ run }) => run?.includes('moving=')) as { run: string }
  const commit = 'c'.repeat(40)
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    ...{ VERSION: '1.2.3', COMMIT: commit, GITHUB_REPOSITORY: 'a/b', GITHUB_SHA: '5'.repeat(40) },
  }
  expect(spawnSync('bash', ['-e', '-c', move.run], { cwd: folder, env }).status).toBe(0)
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe(
    `api --method PATCH repos/a/b/git/refs/tags/v1 -f sha=${commit} -F force=true\n`,
  )
})
