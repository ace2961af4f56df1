import { readFileSync } from 'node:fs'
import { MIN_ROUNDS } from '@plimsoll/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import suiteSchema from '../../suite.schema.json' with { type: 'json' }
import workloadSchema from '../../workload.schema.json' with { type: 'json' }
import { findScenario } from '../scenarios.ts'
import { listSuites, listWorkloads, parseWorkload, suiteDigest, workloadDigest } from './catalog.ts'

const npmCi = readFileSync(new URL('../../catalog/npm-ci.yml', import.meta.url), 'utf8')

test.each([
  ['workload', workloadSchema],
  ['suite', suiteSchema],
])('the schema of a %s file is one: it passes the meta-schema', (_, schema) => {
  expect(new Ajv2020({ allowUnionTypes: true }).validateSchema(schema)).toBe(true)
})

test('every workload is named like its file and runs in scenarios that exist', () => {
  for (const { scenarios } of listWorkloads()) for (const id of scenarios) expect(findScenario(id)?.id).toBe(id)
  expect(listWorkloads().map(({ workload }) => workload)).toContain('npm-ci')
})

test('every workload of the catalog states its origin, what is timed, and how it differs', () => {
  for (const { workload, origin, timed, differs } of listWorkloads())
    expect([origin, timed, differs], workload).toEqual(Array(3).fill(expect.any(String)))
})

test('every suite names workloads, params and scenarios of the catalog', () => {
  const workloads = listWorkloads()
  const suites = listSuites()
  for (const { suite, benchmarks, smaller } of suites) {
    if (smaller !== undefined) expect(suites.map(({ suite }) => suite)).toContain(smaller)
    for (const { workload, params, scenarios } of benchmarks) {
      const entry = workloads.find((entry) => entry.workload === workload)
      expect(entry, `${suite} names ${workload}`).toBeDefined()
      for (const [name, value] of Object.entries(params)) expect(entry?.params[name]).toContain(value)
      expect(Object.keys(params).sort(), `${suite} ${workload}`).toEqual(Object.keys(entry?.params ?? {}).sort())
      for (const scenario of scenarios) expect(entry?.scenarios).toContain(scenario)
    }
  }
})

test('the rounds of a suite adapt only with a rule, and only where more rounds are allowed than the rule looks at', () => {
  for (const { suite, roundsRule, benchmarks } of listSuites()) {
    const adapts = benchmarks.filter(({ adapt }) => adapt)
    expect(roundsRule !== undefined, suite).toBe(adapts.length > 0)
    for (const { rounds } of adapts) expect(rounds).toBeGreaterThan(roundsRule?.after ?? 0)
  }
})

test('every row of a suite that has a reference has enough rounds for a ratio', () => {
  for (const { suite, benchmarks } of listSuites()) {
    const works = Map.groupBy(benchmarks, ({ workload, params }) => JSON.stringify([workload, params]))
    for (const [work, rows] of works) {
      const scenarios = rows.flatMap((row) => row.scenarios)
      // The delay of a file event has no counterpart on the host or in the layer.
      if (scenarios.length < 2 || rows[0]?.workload === 'file-events') continue
      expect(scenarios.includes('native') || scenarios.includes('layer'), `reference of ${suite} ${work}`).toBe(true)
      for (const { rounds } of rows) expect(rounds, `${suite} ${work}`).toBeGreaterThanOrEqual(MIN_ROUNDS)
    }
  }
})

test('every combination of params has its verification', () => {
  for (const { workload, params, verify } of listWorkloads()) {
    if (verify.length === 0) continue // the command verifies its own work
    for (const [name, values] of Object.entries(params)) {
      for (const value of values) {
        const applies = verify.some((entry) => (entry.params[name] ?? value) === value)
        expect(applies, `${workload} ${name}=${value}`).toBe(true)
      }
    }
  }
})

test('an invalid workload file is rejected with the line of the error', () => {
  expect(() => parseWorkload(npmCi.replace('timeout: 900', 'timeout: soon'), 'mine.yml')).toThrow(
    'mine.yml:42: /timeout must be integer.',
  )
  expect(() => parseWorkload('workload: [', 'mine.yml')).toThrow('mine.yml:1: invalid YAML')
})

test('another command is another workload digest', () => {
  const entry = parseWorkload(npmCi, 'npm-ci.yml')
  const changed = parseWorkload(npmCi.replace('- --offline', '- --prefer-offline'), 'npm-ci.yml')
  expect(workloadDigest(changed, { size: 'small' })).not.toBe(workloadDigest(entry, { size: 'small' }))
  expect(workloadDigest(entry, { size: 'cra' })).not.toBe(workloadDigest(entry, { size: 'small' }))
})

test('another estimate of what a workload writes is the same workload digest', () => {
  const changed = parseWorkload(npmCi.replace('mebibytes: 38', 'mebibytes: 39'), 'npm-ci.yml')
  expect(changed.writes[0]).toEqual({ params: { size: 'small' }, mebibytes: 39 })
  const entry = parseWorkload(npmCi, 'npm-ci.yml')
  expect(workloadDigest(changed, { size: 'small' })).toBe(workloadDigest(entry, { size: 'small' }))
})

/** A suite is frozen. To change one, raise its version and add its new digest here. Keep the old digests. */
test('a frozen suite has not changed under its version', () => {
  const frozen: Record<string, string> = {
    'caching-2017 1': 'sha256:f209535b43a3e14fe57d0833b0c1b5465a170c34d461b46f46af1f3c0fa0003e',
    'caching-2017 2': 'sha256:c4ec0e7f3efd91e7a73a0ff45046e2a4717529dff5c63120a4fa2ce97595ee05',
    'mac-2025 1': 'sha256:307f09e0fbc438cc1ff9c78d74b838147511a9715bda3648bebcbeef3de59667',
    'mac-2025 2': 'sha256:0577d171aeb8d9363b6a0f8c8211ef3a6be1631ab4d8ac92cf5a8a1c33a5a382',
    'mac-2026 1': 'sha256:0e59a760e1581c4b7e20624f528789ca2d2385afc60d7135471a16588972e495',
    'quick 1': 'sha256:4e0dfe23cc8d2c07de01aadb4e7faf4462fe966acca87a733fa0f0ced2175014',
    'quick 2': 'sha256:6892b35cee88a2c673816372c8349b3bb47f1fd8aee6261e7d9382bdee4b6cd7',
    'quick 3': 'sha256:22cd8748331617e8cb6336c12bc93c6b2197460da04eab6f6e07be2b81ff5e85',
    'quick 4': 'sha256:9bc22ae63c06cdf22725a4501e8f01443bc8e1225e82043be47b0e8b027ac3c5',
    'quick-small 1': 'sha256:5192f1225651135006dd11aba91cf9b58c28253abaccceb8ee27a69b8ee01a37',
    'ramdisk-2022 1': 'sha256:573956f9c3354d3c10da5bb024333fab7ae90f869b82dbda7fb6579be9feba79',
    'ramdisk-2022 2': 'sha256:6722e812d26e3f3f351075610206a2eba63880f546ccc8286cc748f39b0613b2',
    'standard 1': 'sha256:58421a466631aec92af3c6323af57c9c3cc8fe24891945a7814626d0a188fa6b',
    'standard 2': 'sha256:9872654c5c0911004a2c629d10909f3f02e82bb882e7a7aa2656ad12080c6ee7',
    'standard 4': 'sha256:615ce35888d0aca244897e3f834614cb0aa7b598251c52ebc0b9cf048fa9436e',
    'standard 5': 'sha256:fd4c9ef9f31ebaa74d8dd9152a25655132e072ce4f3209b6b80ad00fe82864b7',
    'startup-2026 1': 'sha256:1a3d96638904d6cb0e8b748206c9e98e24e4720d77cb6a77d3c6773dad21a27c',
    'vm-2014 1': 'sha256:e114f6a63b0480a8f3c8a701c889837d0e1ad4a5287b17ee34255fe5c1fb7a3d',
    'vm-2014 2': 'sha256:13bf1d533e7d50fffa96f35f0652842d1dfd0760ba34aa7c3eda982a678f8a72',
  }
  const current = Object.fromEntries(
    listSuites().map((suite) => [`${suite.suite} ${suite.version}`, suiteDigest(suite)]),
  )
  expect(frozen).toMatchObject(current)
})

test('a CPU time is that of a command; the work of other kinds is done by processes of the engine', () => {
  expect(parseWorkload(npmCi.replace('from: wall', 'from: cpu'), 'npm-ci.yml').metrics[0]?.from).toBe('cpu')
  const pull = readFileSync(new URL('../../catalog/image-pull.yml', import.meta.url), 'utf8')
  expect(() => parseWorkload(pull.replace('from: wall', 'from: cpu'), 'image-pull.yml')).toThrow(
    'the kind image-pull has no `from: cpu`',
  )
})
