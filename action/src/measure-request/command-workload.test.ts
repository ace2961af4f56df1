import { findWorkloads } from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import { commandWorkload } from './command-workload.ts'

test.each([
  [['npm', 'test'], ['npm', 'test'], 'npm-test'],
  [['npm test'], ['npm', 'test'], 'npm-test'],
  [
    ['npx mocha --reporter dot --require test/env'],
    ['npx', 'mocha', '--reporter', 'dot', '--require', 'test/env'],
    'npx-mocha-reporter-dot-require',
  ],
  [['sh', '-c', 'echo a b'], ['sh', '-c', 'echo a b'], 'sh-c-echo-a-b'],
  [['sort words.txt | uniq'], ['sh', '-c', 'sort words.txt | uniq'], 'sort-words-txt-uniq'],
  [['CI=1 npm test'], ['sh', '-c', 'CI=1 npm test'], 'ci-1-npm-test'],
  [['npm ci\nnpm test'], ['sh', '-ec', 'npm ci\nnpm test'], 'npm-ci-npm-test'],
  [['echo "${HOME}"'], ['sh', '-c', 'echo "$${HOME}"'], 'echo-home'],
  [['exit 4'], ['sh', '-c', 'exit 4'], 'exit-4'],
  [['metadata'], ['metadata'], 'exec-metadata'],
  [['…'], ['sh', '-c', '…'], 'command'],
])('the command %j runs as %j, and its workload is named %s', (words, run, workload) => {
  expect(commandWorkload({ words })).toMatchObject({ run, workload })
})

test.each([
  [{}, ['native']],
  [{ image: 'node:24' }, ['native', 'layer', 'volume', 'bind']],
  [{ dockerfile: 'Dockerfile', words: ['not-on-this-host'] }, ['layer', 'volume', 'bind']],
])('with %j, a command is measured in %j', (more, scenarios) => {
  expect(commandWorkload({ words: ['sh'], ...more })).toMatchObject({ scenarios })
})

test('every command is a valid workload of the folder', () => {
  const words = ['x'.repeat(200), '${a}', '\n']
  const command = commandWorkload({ words, setup: 'a && b', prepare: 'c', environment: { A: '${b}' }, noCopy: true })
  const { workloads, names } = findWorkloads(import.meta.dirname, [], command)
  expect(workloads.map(({ workload }) => workload)).toEqual(names)
  expect(workloads[0]).toMatchObject({ setup: ['sh', '-c', 'a && b'], prepare: ['c'], environment: { A: '$${b}' } })
})
