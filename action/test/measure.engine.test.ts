import { homedir, hostname, userInfo } from 'node:os'
import { type RunDocument, validateRun } from '@plimsoll/schema'
import type { ContainerEngine } from '@plimsoll/workloads'
import { beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { fromCatalog, measure, nodeWorkload } from './measure.ts'

const engines = await enginesForTest()
const SCENARIOS = ['native', 'layer', 'volume', 'bind-volume', 'bind']

/** Work of at least 100 ms that fails if it finds anything of another sample. In bind-volume, `out` is a mount. */
const ALONE = `
const inContainer = process.cwd() === '/work'
const folders = ['.', 'out', ...(inContainer ? ['/tmp/plimsoll-place'] : [])].filter((folder) => fs.existsSync(folder))
const left = folders.flatMap((folder) => fs.readdirSync(folder)).filter((name) => name !== 'out')
if (left.length > 0) throw new Error(left)
while (process.cpuUsage().user < 100_000);
fs.mkdirSync('out', { recursive: true })
fs.writeFileSync('out/one', '')
if (inContainer) {
  fs.mkdirSync('/tmp/plimsoll-place')
  fs.writeFileSync('/tmp/plimsoll-place/one', '')
}`

describe.skipIf(engines.length === 0)('work on every engine here', () => {
  let document: RunDocument
  let journal: string[]
  let run: string
  beforeAll(async () => {
    ;({ document, journal, run } = await measure({
      workloads: [
        nodeWorkload('alone', ALONE, {
          hot: 'out',
          verify: [{ params: {}, directory: 'out', files: 1, links: 0 }],
          scenarios: SCENARIOS,
        }),
        nodeWorkload('cannot', 'console.log("not here"); process.exit(1)', {
          unsupported: [{ says: '^not here$', because: 'it is not here' }],
          scenarios: ['native'],
        }),
      ],
      engines,
      rounds: 2,
      warmups: 1,
    }))
  })
  const measured = (scenario?: string) =>
    document.benchmarks.filter(
      (benchmark) => benchmark.workload === 'alone' && (!scenario || benchmark.scenario === scenario),
    )

  test('every scenario of every engine is measured and verified, finds nothing of another sample, and the document is valid', () => {
    expect(measured().map(({ scenario, engine, status, reason }) => ({ scenario, engine, status, reason }))).toEqual([
      { scenario: 'native', engine: null, status: 'ok', reason: null },
      ...engines.flatMap(({ id }) =>
        SCENARIOS.slice(1).map((scenario) => ({ scenario, engine: id, status: 'ok', reason: null })),
      ),
    ])
    expect(validateRun(document)).toEqual([])
  })

  test('work the environment cannot do is unsupported with the reason, and is not tried again', () => {
    const benchmark = document.benchmarks.find(({ workload }) => workload === 'cannot')
    expect(benchmark).toMatchObject({ status: 'unsupported', reason: 'it is not here', samples: [] })
    expect(journal.filter((line) => JSON.parse(line).unsupported)).toHaveLength(1)
  })

  test('the target read back inside is a mount of its own for volume and bind, and not for the layer', () => {
    const mounted = (scenario: string) => measured(scenario).map(({ target }) => target?.mounted)
    for (const scenario of ['volume', 'bind', 'bind-volume'])
      expect(new Set(mounted(scenario))).toEqual(new Set([true]))
    expect(new Set(mounted('layer'))).toEqual(new Set([false]))
    for (const { target } of measured('layer')) expect(target?.filesystem).toMatch(/overlay|btrfs|zfs|vfs|aufs/)
  })

  test('warm-ups are marked and kept, and every sample has a slot of its own', () => {
    for (const { samples } of measured()) expect(samples.map(({ warmup }) => warmup)).toEqual([true, false, false])
    const slots = document.benchmarks.flatMap(({ samples }) => samples.map(({ slot }) => slot))
    expect(new Set(slots).size).toBe(slots.length)
  })

  test('times are whole nanoseconds and the command used the CPU', () => {
    for (const { values, cpu } of measured().flatMap(({ samples }) => samples)) {
      expect(Number.isInteger(values.duration)).toBe(true)
      expect(values.duration).toBeGreaterThan(50_000_000)
      expect((cpu?.user ?? 0) + (cpu?.system ?? 0)).toBeGreaterThan(50_000_000)
    }
  })

  test('the journal has the plan first, then every sample in the order it was taken', () => {
    const entries = journal.map((line) => JSON.parse(line))
    expect(entries[0].event).toBe('plan')
    expect(entries[0].plan.digest).toBe(document.design.planDigest)
    const samples = entries.slice(1, -1).filter(({ unsupported }) => !unsupported)
    expect(samples.map(({ sample }) => sample.offset)).toEqual(
      measured()
        .flatMap(({ samples }) => samples.map(({ offset }) => offset))
        .sort((a, b) => (a as number) - (b as number)),
    )
    expect(entries.at(-1)).toEqual({ event: 'end', status: 'complete' })
  })

  test('all engines of one architecture run the very same image', () => {
    expect(new Set(document.images.map(({ contentDigest }) => contentDigest)).size).toBe(1)
    expect(document.images.every(({ packagesDigest }) => packagesDigest !== null)).toBe(true)
  })

  test('the engines are described with what was read back', () => {
    for (const { effective } of document.engines) {
      expect(effective.mountType).toMatchObject({ confidence: 'observed' })
      expect(effective.cpus.value).toBeGreaterThan(0)
      expect(effective.kernel.value).toBeTruthy()
    }
  })

  test('what the instrument itself costs is measured in every round', () => {
    const native = document.calibration.spawn.filter(({ engine }) => engine === null).sort((a, b) => a.round - b.round)
    expect(native.map(({ round }) => round)).toEqual([0, 1, 2])
    const [{ samples } = { samples: [] }] = measured('native')
    const shortest = Math.min(...samples.map(({ values }) => Number(values.duration)))
    for (const { values } of native) expect(Math.min(...values) / shortest).toBeLessThan(0.1)
  })

  test('nothing labelled ours is left', async () => {
    expect(await remainingThings(run, engines)).toEqual([])
  })
})

describe.skipIf(engines.length === 0)('work of every kind, in one run', () => {
  const PLANTED = 'planted-in-the-environment'
  const secrets = [hostname(), userInfo().username, homedir(), PLANTED]
  const secretsInBrackets = JSON.stringify(secrets.map((secret) => `<${secret}>`).join(' '))
  const forged = JSON.stringify({
    ...{ step: 'run', wall: 1000, user: 1, system: 1, exit: 0, signal: null },
    ...{ timedOut: false, orphans: 0, tail: '' },
    ...{ minorFaults: 0, majorFaults: 0, voluntarySwitches: 0, involuntarySwitches: 0, blockInput: 0 },
  })
  const everywhere = { scenarios: ['native', 'bind'] }
  const inLayer = { scenarios: ['layer'] }
  let document: RunDocument
  const of = (workload: string) => document.benchmarks.filter((benchmark) => benchmark.workload === workload)
  beforeAll(async () => {
    process.env.PLIMSOLL_TEST_PLANTED = PLANTED
    ;({ document } = await measure({
      workloads: [
        nodeWorkload('fails', 'console.log("what it said"); process.exit(1)', everywhere),
        nodeWorkload('leaves-too-little', 'fs.mkdirSync("out"); fs.writeFileSync("out/one", "")', {
          ...everywhere,
          verify: [{ params: {}, directory: 'out', files: 2, links: 0 }],
        }),
        nodeWorkload('works', '', everywhere),
        nodeWorkload('hangs', 'setTimeout(() => {}, 60_000)', { ...everywhere, timeout: 1 }),
        nodeWorkload('forge', `fs.appendFileSync('/proc/1/fd/1', ${JSON.stringify(`${forged}\n`)})`, inLayer),
        nodeWorkload('null', "fs.appendFileSync('/proc/1/fd/1', 'null\\n')", inLayer),
        nodeWorkload('environment', 'if (process.env.PLIMSOLL_TEST_PLANTED) process.exit(1)', everywhere),
        nodeWorkload(
          'network',
          'if (Object.values(os.networkInterfaces()).flat().some(({ internal }) => !internal)) process.exit(1)',
          inLayer,
        ),
        nodeWorkload('tells', `console.log(${secretsInBrackets}); process.exit(1)`, everywhere),
      ],
      engines,
    }))
    delete process.env.PLIMSOLL_TEST_PLANTED
  })

  test('a command that fails, or leaves the wrong files, is a failed benchmark with its output and no time; the rest goes on', () => {
    for (const benchmark of of('fails')) {
      expect(benchmark).toMatchObject({
        status: 'failed',
        reason: 'the command ended with exit code 1\n  what it said',
      })
      expect(benchmark.samples.map(({ values, cpu }) => ({ values, cpu }))).toEqual([{ values: {}, cpu: null }])
    }
    for (const benchmark of of('leaves-too-little'))
      expect(benchmark).toMatchObject({
        status: 'failed',
        reason: 'expected 2 files and 0 links in out, found 1 and 0',
      })
    for (const benchmark of of('hangs'))
      expect(benchmark).toMatchObject({ status: 'failed', reason: expect.stringContaining('timed out') })
    for (const benchmark of of('works')) expect(benchmark).toMatchObject({ status: 'ok', reason: null })
    expect(validateRun(document)).toEqual([])
  })

  test('work that writes into the report of the agent is a failed sample, never a time', () => {
    for (const { status, samples } of [...of('forge'), ...of('null')]) {
      expect(status).toBe('failed')
      expect(samples[0]?.values).toEqual({})
    }
    expect(of('forge')[0]?.reason).toContain("another process wrote into the agent's report")
  })

  test('a workload sees neither this process’s environment nor the network', () => {
    for (const { status } of [...of('environment'), ...of('network')]) expect(status).toBe('ok')
  })

  test('no document holds the host name, the user name, the home path or the value of an environment variable', () => {
    expect(of('tells')[0]?.reason).toContain('<[host]> <[user]> <~> <[environment]>')
    const text = JSON.stringify(document)
    expect(text).not.toContain(PLANTED)
    expect(text).not.toContain(homedir())
    for (const secret of [hostname(), userInfo().username]) expect(text).not.toContain(`<${secret}>`)
  })
})

describe.skipIf(engines.length === 0)('an engine with a limitation', () => {
  test('the benchmarks of a broken engine failed, with the words of the engine, and the host is measured', async () => {
    const refused = async () => ({ exitCode: 125, stdout: '', stderr: 'docker: runc is missing' })
    const { document } = await measure({
      workloads: [fromCatalog('metadata')],
      engines: [changed(engines[0] as ContainerEngine, { run: refused })],
      scenarios: ['native', 'layer', 'volume'],
      params: [{ files: 500 }],
    })
    const broken = { status: 'failed', reason: expect.stringMatching(/could not run a container: .*runc is missing/) }
    expect(document.benchmarks).toMatchObject([{ status: 'ok' }, broken, broken])
    expect(validateRun(document)).toEqual([])
  })

  test('where an engine reports no events, container-start has its wall time, and a note says what is missing', async () => {
    const eventless = changed(engines[0] as ContainerEngine, { lifecycle: async () => null })
    const { document } = await measure({
      workloads: [fromCatalog('container-start')],
      engines: [eventless],
      scenarios: ['layer'],
      params: [{ image: 'small', cache: 'warm' }],
    })
    expect(document.benchmarks).toMatchObject([{ status: 'ok', reason: null }])
    expect(Object.keys(document.benchmarks[0]?.samples[0]?.values ?? {})).toEqual(['duration'])
    expect(document.notes).toContainEqual({
      code: 'missing-events',
      text: `${eventless.product} did not report the events of all containers of container-start, so some samples have no start, run, remove; the other metrics are complete.`,
    })
    expect(validateRun(document)).toEqual([])
  })
})

/** An engine with some operations replaced. */
function changed(engine: ContainerEngine, operations: Partial<ContainerEngine>): ContainerEngine {
  return new Proxy(engine, {
    get(of, name) {
      const value = Reflect.get(operations, name) ?? Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}

/** The objects that one run left behind. Other runs may be active, and their objects are not listed. */
async function remainingThings(of: string, engines: ContainerEngine[]) {
  const things = await Promise.all(engines.map((engine) => engine.listLabelled()))
  return things.flat().filter(({ run }) => run === of)
}
