import { readFileSync } from 'node:fs'
import { type Benchmark, type Metric, type RunDocument, readRun, type Sample } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { FORMATS, render } from './formats.ts'
import { runReport } from './run-report.ts'

const renderReport = (run: ReturnType<typeof readRun>, format: string) => render(runReport(run), format)

const EXAMPLE = readRun(readFileSync(new URL('../../../examples/run.json', import.meta.url)))
const MIB = 2 ** 20

const sweep = () =>
  documentOf([
    ...[65_536, 64 * MIB].flatMap((bytes) =>
      [4096, 65_536].flatMap((record) =>
        [
          { scenario: 'native', reading: 0.25, writing: 1.1 },
          { scenario: 'volume', reading: 1, writing: 0.4 },
          { scenario: 'bind', reading: 7, writing: 0.0011 },
        ].map(({ scenario, reading, writing }) => {
          const made = benchmark('file-sweep', { bytes, record }, scenario, SWEEP, (i) => ({
            bytes,
            read: Math.round(bytes / reading) + i,
            'durable-write': Math.round(bytes / writing) + i,
          }))
          return scenario === 'volume' && record === 65_536 ? unsupported(made) : made
        }),
      ),
    ),
  ])

const SWEEP: Metric[] = [
  time('read'),
  { ...time('durable-write'), primary: false },
  { name: 'bytes', unit: 'bytes', better: 'lower', primary: false },
]

test.each([
  ['table', 'txt'],
  ['markdown', 'md'],
  ['csv', 'csv'],
])('a sweep over record sizes as %s equals its golden file', async (format, ending) => {
  await expect(renderReport(run(sweep()), format)).toMatchFileSnapshot(`golden/sweep.${ending}`)
})

test('every table of throughput has one unit, in its title, and figures without any', () => {
  const text = renderReport(run(sweep()), 'table')
  expect(text).toMatch(/durable-write · file of 64 KiB · MB\/s \(10⁶ bytes a second\)\nRecord +native/)
  expect(text).toMatch(/\n4 KiB +1,100 \(1,100–1,100\) +400 \(400–400\) +1\.1 \(1\.1–1\.1\)\n/)
  expect(text).not.toMatch(/\d (MB|GB|KiB\/|MiB\/)/)
  const fast = sweep()
  fast.benchmarks = fast.benchmarks.filter(({ scenario }) => scenario === 'bind')
  for (const { samples } of fast.benchmarks) {
    for (const { values } of samples) values.read = Math.round(Number(values.bytes) / 7)
  }
  expect(renderReport(run(fast), 'table')).toMatch(/read · file of 64 MiB · GB\/s .*\nRecord +bind\n4 KiB +7 \(7–7\)\n/)
})

test('two engines of one product have a column each', () => {
  const document = sweep()
  const [docker] = document.engines as [RunDocument['engines'][number]]
  document.engines = [docker, { ...docker, id: 'second' }]
  const [bind] = document.benchmarks.filter(({ scenario }) => scenario === 'bind') as [Benchmark]
  document.benchmarks = [bind, { ...bind, engine: 'second' }]
  const header = 'Record  bind · Docker Engine (docker)  bind · Docker Engine (second)'
  expect(renderReport(run(document), 'table')).toContain(header)
})

test('half a CPU is shown as 50%: CPU time divided by the window', () => {
  const metrics: Metric[] = [
    { ...time('cpu'), better: 'higher', per: 'window' },
    { ...time('window'), primary: false },
  ]
  const half = benchmark('cpu-limit', { threads: 1 }, 'layer', metrics, (i) => ({ cpu: 1e9 + i * 1e6, window: 2e9 }))
  expect(renderReport(run(documentOf([half])), 'table')).toMatch(/ 50\.\d% +50% – 50\.\d% +6 /)
})

test('without events the table says "no event"; otherwise it shows their number', () => {
  const metrics = [time('content'), { ...time('event'), primary: false }]
  const none = benchmark('file-events', {}, 'bind', metrics, () => ({ content: 2_000_000 }))
  const some = benchmark('file-events', {}, 'volume', metrics, (i): Sample['values'] =>
    i < 2 ? { content: 2_000_000, event: 3_000_000 } : { content: 2_000_000 },
  )
  const report = renderReport(run(documentOf([none, some])), 'table')
  expect(report).toMatch(
    /file-events · event\n.*\n.*Bind mount +no event +0\n.*Volume +3\.00 ms +3\.00 ms – 3\.00 ms +2 of 6 /,
  )
})

test('what each step adds comes after the tables, with an interval, and in JSON', () => {
  const works = { native: 3e9, volume: 3.4e9, layer: 3.6e9, bind: 3.5e9 }
  const document = documentOf(
    Object.entries(works).map(([scenario, middle]) =>
      benchmark('npm-ci', {}, scenario, [time('duration')], (i) => ({ duration: middle + i * 1e7 })),
    ),
  )
  const { steps, emulated } = JSON.parse(renderReport(run(document), 'json'))
  expect(emulated).toEqual([])
  expect(steps.map(({ name }: { name: string }) => name)).toEqual(['container', 'copy-on-write layer', 'share'])
  expect(steps[2]).toMatchObject({ status: 'resolved', difference: 1e8, interval: [1e8, 1e8], rounds: 6 })
  expect(renderReport(run(document), 'table')).toMatch(
    / share +volume → bind +\+100 ms +\+100 ms to \+100 ms +1\.03×\n/,
  )
  const emulating = structuredClone(document)
  Object.assign(emulating.engines[0]?.effective ?? {}, { accelerator: { value: 'tcg', confidence: 'observed' } })
  const report = renderReport({ ...EXAMPLE, document: emulating }, 'table')
  expect(report).toContain('The CPU of Docker Engine is emulated, so the steps from the host to it are left out.')
  expect(report).not.toContain('native → volume')
  const single = {
    ...document,
    benchmarks: document.benchmarks.filter(({ scenario }) => /native|volume/.test(scenario)),
  }
  expect(renderReport({ ...EXAMPLE, document: single }, 'table')).not.toContain('Time that each step adds')
})

test('a document without samples gets its tables in every format', () => {
  const document = sweep()
  document.benchmarks = document.benchmarks.map(unsupported)
  for (const format of FORMATS) expect(renderReport(run(document), format)).toContain('unsupported')
})

function documentOf(benchmarks: Benchmark[]): RunDocument {
  return { ...EXAMPLE.document, benchmarks }
}

/** Reads the document again, so that the rendered document is a valid one. */
function run(document: RunDocument) {
  return readRun(JSON.stringify(document))
}

/**
 * A benchmark with six samples after a warm-up sample, which must not be counted. The scenario `native` is on the host.
 */
function benchmark(
  workload: string,
  params: Benchmark['params'],
  scenario: string,
  metrics: Metric[],
  values: (round: number) => Sample['values'],
): Benchmark {
  const samples = [-1, 0, 1, 2, 3, 4, 5].map((round): Sample => {
    const measured = values(Math.max(0, round))
    const warm = Object.fromEntries(Object.keys(measured).map((name) => [name, 1]))
    const warmup = round === -1
    const place = { round: round + 1, order: 0, slot: null, offset: null, cpu: null, failure: null }
    return { ...place, warmup, values: warmup ? warm : measured }
  })
  const engine = scenario === 'native' ? null : 'docker'
  const done = { status: 'ok' as const, reason: null }
  return {
    workload,
    workloadDigest: null,
    params,
    scenario,
    engine,
    variant: null,
    target: null,
    metrics,
    ...done,
    samples,
  }
}

function unsupported(measured: Benchmark): Benchmark {
  return { ...measured, status: 'unsupported', reason: 'this file system does not do that', samples: [] }
}

/** A primary metric of the given name, in ns. */
function time(name: string): Metric {
  return { name, unit: 'ns', better: 'lower', primary: true }
}
