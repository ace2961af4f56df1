import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findScenario } from '../scenario.ts'
import { listSuites, listWorkloads, parseWorkload, suiteDigest, workloadDigest } from './catalog.ts'

const npmCi = readFileSync(new URL('../../catalog/npm-ci.yml', import.meta.url), 'utf8')

test('every workload is named like its file and runs in scenarios that exist', () => {
  for (const { scenarios } of listWorkloads()) for (const id of scenarios) expect(findScenario(id)?.id).toBe(id)
  expect(listWorkloads().map(({ workload }) => workload)).toContain('npm-ci')
})

test('every workload of the catalog says its origin, what is timed, and how it differs', () => {
  for (const { workload, origin, timed, differs } of listWorkloads())
    expect([origin, timed, differs], workload).toEqual(Array(3).fill(expect.any(String)))
})

test('every suite names workloads, params and scenarios of the catalog', () => {
  for (const { suite, benchmarks } of listSuites()) {
    for (const { workload, params, scenarios } of benchmarks) {
      const entry = listWorkloads().find((entry) => entry.workload === workload)
      expect(entry, `${suite} names ${workload}`).toBeDefined()
      for (const [name, value] of Object.entries(params)) expect(entry?.params[name]).toContain(value)
      expect(Object.keys(params).sort(), `${suite} ${workload}`).toEqual(Object.keys(entry?.params ?? {}).sort())
      for (const scenario of scenarios) expect(entry?.scenarios).toContain(scenario)
    }
  }
})

test('the catalog has every workload, and the suites every source, of the project’s own plan', () => {
  expect(listWorkloads().map(({ workload }) => workload)).toEqual(
    expect.arrayContaining([
      ...['npm-ci', 'go-list', 'symfony-page', 'rake-tasks', 'file-events', 'fio-randrw', 'ioping', 'file-sweep'],
      ...['container-start', 'image-pull', 'copy-up', 'sequential-write', 'metadata', 'namespaces', 'cpu-limit'],
      ...['network', 'memory', 'stat-tree'],
    ]),
  )
  expect(listSuites().map(({ suite }) => suite)).toEqual(
    expect.arrayContaining([
      'quick',
      'standard',
      'mac-2025',
      'caching-2017',
      'ramdisk-2022',
      'startup-2026',
      'vm-2014',
    ]),
  )
})

test('mac-2025 has the four tests of its source, three runs each', () => {
  const suite = listSuites().find(({ suite }) => suite === 'mac-2025')
  expect(suite?.benchmarks).toEqual([
    {
      workload: 'npm-ci',
      params: { size: 'cra' },
      scenarios: ['native', 'layer', 'bind-volume', 'bind'],
      rounds: 3,
      warmups: 1,
    },
  ])
})

test('every combination of params has its verification', () => {
  for (const { workload, params, verify } of listWorkloads()) {
    if (verify.length === 0) continue // the command itself says whether the work was done
    for (const [name, values] of Object.entries(params)) {
      for (const value of values) {
        const applies = verify.some((entry) => (entry.params[name] ?? value) === value)
        expect(applies, `${workload} ${name}=${value}`).toBe(true)
      }
    }
  }
})

test('a workload file that is not as it should be is refused with the place in it', () => {
  expect(() => parseWorkload(npmCi.replace('timeout: 900', 'timeout: soon'), 'mine.yml')).toThrow(
    'mine.yml:42: /timeout must be integer.',
  )
  expect(() => parseWorkload('workload: [', 'mine.yml')).toThrow('mine.yml:1: this is not YAML')
})

test('another command is another workload digest', () => {
  const entry = parseWorkload(npmCi, 'npm-ci.yml')
  const changed = parseWorkload(npmCi.replace('- --offline', '- --prefer-offline'), 'npm-ci.yml')
  expect(workloadDigest(changed, { size: 'small' })).not.toBe(workloadDigest(entry, { size: 'small' }))
  expect(workloadDigest(entry, { size: 'cra' })).not.toBe(workloadDigest(entry, { size: 'small' }))
})

/** Suites are frozen: whoever changes one raises its version and adds the new digest here; old lines stay. */
test('a frozen suite has not changed under its version', () => {
  const frozen: Record<string, string> = {
    'caching-2017 1': 'sha256:6130b1b7829c0896e5253182deb3cc3e0f6c5760db9e9cc0c8caf43ce54e4daa',
    'mac-2025 1': 'sha256:31297dd4d480a86e494884069c957f045866820367225ef4e85d83d00bb4444a',
    'quick 1': 'sha256:b9d8eca4f9b547b7268c66b3248ef4230ea0c40768aa4a0a601dbad7ac02bd44',
    'ramdisk-2022 1': 'sha256:a995d8404c6d40813fa78a0123ac0c02390155bed14c7087e24ace499069bc9c',
    'standard 1': 'sha256:51e8aef5ad9f0340c7e01f9a647754692014ae3621f52e964f6d2d2bd768c0a4',
    'startup-2026 1': 'sha256:f79a870a7863983a1e40fdffe82f9fb031aeb3c8f657e5d7b0ccd9787ca78643',
    'vm-2014 1': 'sha256:0554570eb3fc7876680c51f4c176c6ac23d74308fae3676e7fce46971f35ee06',
  }
  expect(
    Object.fromEntries(listSuites().map((suite) => [`${suite.suite} ${suite.version}`, suiteDigest(suite)])),
  ).toEqual(frozen)
})
