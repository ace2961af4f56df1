import { expect, test } from 'vitest'
import { readInputs, readReportInputs } from './read-inputs.ts'

const reader =
  (inputs: Record<string, string>) =>
  (name: string): string =>
    inputs[name] ?? ''

test('a step that says nothing compares a pull request with its base, on every engine', () => {
  expect(readInputs(reader({}))).toMatchObject({
    request: { suite: undefined, workloads: [], engines: ['all'], variants: null },
    compare: 'base',
    comment: 'always',
    commentKey: 'default',
    onUnsupported: 'skip',
    failOn: [],
    allowForkOnSelfHosted: false,
  })
})

test('a step that asks for an engine fails without it, unless it says otherwise', () => {
  expect(readInputs(reader({ 'start-engine': 'lima' })).onUnsupported).toBe('fail')
  expect(readInputs(reader({ 'start-engine': 'lima', 'on-unsupported': 'skip' })).onUnsupported).toBe('skip')
})

test('lists have spaces, commas or line breaks between', () => {
  const inputs = readInputs(
    reader({
      workloads: 'a, b\n c',
      params: 'size=small\n mode=a b, c=d\n',
      'fail-on': 'slower unreliable',
      scenarios: 'bind,layer',
    }),
  )
  expect(inputs).toMatchObject({
    request: {
      workloads: ['a', 'b', 'c'],
      params: [
        { name: 'size', value: 'small' },
        { name: 'mode', value: 'a b, c=d' },
      ],
      scenarios: ['bind', 'layer'],
    },
    failOn: ['slower', 'unreliable'],
  })
})

test('variants, shares, numbers and times', () => {
  expect(
    readInputs(
      reader({
        'base-variant': 'engine=docker',
        'head-variant': 'engine=podman,image=debian:13',
        threshold: '10%',
        alpha: '0.05',
        rounds: '28',
        seed: '0',
        budget: '1h30m',
      }),
      '/work',
    ),
  ).toMatchObject({
    request: {
      variants: {
        base: { directory: '/work', engine: 'docker', image: null },
        head: { directory: '/work', engine: 'podman', image: 'debian:13' },
      },
      ...{ threshold: 0.1, alpha: 0.05, rounds: 28, seed: 0, budget: { seconds: 5400 } },
    },
  })
})

test('documents are a list, too', () => {
  expect(readReportInputs(reader({ documents: 'a.json b' }))).toMatchObject({ documents: ['a.json', 'b'] })
})
