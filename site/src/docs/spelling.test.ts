import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const python = process.env.PLIMSOLL_PYTHON ?? path.join(REPOSITORY, '.cache/python/bin/python3')
const typos = path.join(path.dirname(python), 'typos')
const TEXTS = ['site/docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md']
const PACKAGES = ['schema', 'workloads', 'site', 'workloads/agent', 'examples/workflows', 'examples/own-workload']

test.skipIf(!existsSync(typos))('the texts have no known misspellings', () => {
  const files = [
    ...TEXTS,
    ...PACKAGES.map((folder) => `${folder}/README.md`),
    'workloads/catalog',
    'action/action.yml',
    'action/report/action.yml',
    'action/watch/action.yml',
  ]
  const { stdout, stderr } = spawnSync(typos, ['--format', 'brief', ...files], { cwd: REPOSITORY, encoding: 'utf8' })
  expect(stdout + stderr).toBe('')
})
