// These tests run the publishing job of the release workflow. The job's scripts run unchanged, against stand-ins of npm
// and gh.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const workflow = new URL('../workflows/release.yml', import.meta.url)
const { steps } = parse(readFileSync(workflow, 'utf8')).jobs.publish as { steps: { run?: string }[] }

test.each([
  ['nothing of it is there', '', ['npm publish', 'gh release create']],
  ['the package is published', 'npm', ['gh release create']],
  ['a draft is there', 'npm draft', ['gh release upload', 'gh release edit']],
  ['all of it is there', 'npm gh', []],
])('a release that is run again, where %s, makes what is missing', (_, there, made) => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-'))
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
  const env = { PATH: `${folder}:${process.env.PATH}`, GITHUB_REF_NAME: 'v0.1.0', GITHUB_REPOSITORY: 'a/b' }
  for (const { run } of steps.filter(({ run }) => /publish|release/.test(run ?? '')))
    expect(spawnSync('bash', ['-e', '-c', run as string], { cwd: folder, env }).status).toBe(0)
  const lines = readFileSync(join(folder, 'made'), 'utf8').split('\n').slice(0, -1)
  expect(lines.map((line) => made.find((beginning) => line.startsWith(beginning)))).toEqual(made)
  rmSync(folder, { recursive: true })
})
