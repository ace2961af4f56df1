import { expect, test } from 'vitest'
import { readInputs } from './inputs/read-inputs.ts'
import { type Folders, runArguments } from './run-arguments.ts'

const argumentsOf = (inputs: Record<string, string>, folders: Folders | null = null) =>
  runArguments(
    readInputs((name) => inputs[name] ?? ''),
    folders,
    '/tmp/out.json',
  ).join(' ')

const folders = { base: '/tmp/base', head: '/tmp/head' }

test.each([
  ['nothing said, no pull request', {}, null, 'run --engine all --out /tmp/out.json'],
  ['no inputs, a pull request', {}, folders, 'run --engine all --base /tmp/base --head /tmp/head --out /tmp/out.json'],
  [
    'all inputs',
    {
      ...{ workloads: 'a b', params: 'size=1 size=2', scenarios: 'bind', engines: 'docker podman', threshold: '10%' },
      ...{ alpha: '5%', rounds: '28', seed: '7', budget: '20m', dir: '/mnt' },
    },
    folders,
    'run --workload a b --param size=1 size=2 --scenario bind --engine docker podman --base /tmp/base --head /tmp/head ' +
      '--threshold 0.1 --alpha 0.05 --rounds 28 --seed 7 --budget 20m --dir /mnt --out /tmp/out.json',
  ],
  [
    'two engines, no pull request',
    { 'base-variant': 'engine=docker', 'head-variant': 'engine=podman' },
    null,
    'run --variant base=engine=docker --variant head=engine=podman --out /tmp/out.json',
  ],
  [
    'another image in head, no pull request',
    { workloads: 'a', 'head-variant': 'image=node:24' },
    null,
    'run --workload a --engine all --base . --variant head=image=node:24 --out /tmp/out.json',
  ],
  [
    'a plain run omits arguments that only a comparison uses',
    { suite: 'quick', threshold: '10%', alpha: '5%' },
    null,
    'run --suite quick --engine all --out /tmp/out.json',
  ],
])('%s', (_, inputs, folders, expected) => {
  expect(argumentsOf(inputs as Record<string, string>, folders)).toBe(expected)
})
