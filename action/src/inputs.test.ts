import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readInputs, readReportInputs } from './inputs.ts'

const reader =
  (inputs: Record<string, string>) =>
  (name: string): string =>
    inputs[name] ?? ''

test('a step that says nothing compares a pull request with its base, on every engine', () => {
  expect(readInputs(reader({}))).toMatchObject({
    suite: undefined,
    workloads: [],
    engines: ['all'],
    compare: 'base',
    arms: { base: {}, head: {} },
    comment: true,
    commentKey: 'default',
    onUnsupported: 'skip',
    failOn: [],
    allowForkOnSelfHosted: false,
  })
})

test('lists have spaces, commas or line breaks between', () => {
  const inputs = readInputs(
    reader({
      workloads: 'a, b\n c',
      params: 'size=small\n mode=a b, c=d\n',
      'fail-on': 'slower unfit',
      scenarios: 'bind,layer',
    }),
  )
  expect(inputs).toMatchObject({
    workloads: ['a', 'b', 'c'],
    params: [
      { name: 'size', value: 'small' },
      { name: 'mode', value: 'a b, c=d' },
    ],
    failOn: ['slower', 'unfit'],
    scenarios: ['bind', 'layer'],
  })
})

test('arms, shares, numbers and times', () => {
  expect(
    readInputs(
      reader({
        'base-arm': 'engine=docker',
        'head-arm': 'engine=podman,image=debian:13',
        threshold: '10%',
        alpha: '0.05',
        rounds: '28',
        seed: '0',
        budget: '1h30m',
      }),
    ),
  ).toMatchObject({
    arms: { base: { engine: 'docker' }, head: { engine: 'podman', image: 'debian:13' } },
    threshold: 0.1,
    alpha: 0.05,
    rounds: 28,
    seed: 0,
    budget: { seconds: 5400 },
  })
})

test.each([
  ['workloads', 'a --out=/etc/passwd', 'The input workloads takes names, and not "--out=/etc/passwd".'],
  ['params', 'small', 'The input params takes values such as size=small, and not "small".'],
  ['compare', 'main', 'The input compare takes one of base, none, and not "main".'],
  [
    'base-arm',
    'docker',
    'The input base-arm takes engine=NAME and image=NAME, with a comma between, and not "docker".',
  ],
  ['head-arm', 'dir=/', 'The input head-arm takes engine=NAME and image=NAME'],
  [
    'threshold',
    '5 %',
    'The input threshold takes a share such as 5% or 0.05, above 0 and at most 1000%, and not "5 %".',
  ],
  ['alpha', '0', 'The input alpha takes a share such as 5% or 0.05, above 0 and at most 50%, and not "0".'],
  ['rounds', '1.5', 'The input rounds takes a whole number from 1 to 1000, and not "1.5".'],
  ['seed', '-1', 'The input seed takes a whole number from 0 to 4294967295, and not "-1".'],
  ['budget', 'ten minutes', 'The input budget takes a time such as 90s, 10m or 1h30m, and not "ten minutes".'],
  ['fail-on', 'slower faster', 'The input fail-on takes one of slower, inconclusive, unfit, and not "faster".'],
  ['comment', 'yes', 'The input comment takes one of true, false, and not "yes".'],
  [
    'comment-key',
    'My Key',
    'The input comment-key takes lower-case letters, digits and hyphens, at most 64, and not "My Key".',
  ],
  ['on-unsupported', 'ignore', 'The input on-unsupported takes one of skip, fail, and not "ignore".'],
  ['set-up', 'podman', 'The input set-up takes one of lima, colima, and not "podman".'],
  ['vm-type', 'kvm', 'The input vm-type takes one of vz, qemu, and not "kvm".'],
  ['mount-type', 'nfs', 'The input mount-type takes one of 9p, virtiofs, reverse-sshfs, and not "nfs".'],
  ['cpus', '0', 'The input cpus takes a whole number from 1 to 256, and not "0".'],
  ['memory', '8GiB', 'The input memory takes a whole number from 1 to 1024, and not "8GiB".'],
  ['allow-fork-on-self-hosted', '1', 'The input allow-fork-on-self-hosted takes one of true, false, and not "1".'],
])('a wrong value of %s is refused by its name: %j', (name, value, message) => {
  expect(() => readInputs(reader({ [name]: value }))).toThrow(message)
})

test('the report step needs documents', () => {
  expect(() => readReportInputs(reader({}))).toThrow('The input documents takes the run documents')
  expect(readReportInputs(reader({ documents: 'a.json b' }))).toMatchObject({ documents: ['a.json', 'b'] })
})

test.each([
  ['action.yml', readInputs, {}],
  ['report/action.yml', readReportInputs, { documents: 'x' }],
] as const)('%s names the inputs that are read, and no others', (file, read, needed) => {
  const asked = new Set<string>()
  read((name) => {
    asked.add(name)
    return (needed as Record<string, string>)[name] ?? ''
  })
  const { inputs } = parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  expect(Object.keys(inputs).sort()).toEqual([...asked].sort())
})
