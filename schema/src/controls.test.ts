import { describe, expect, it, test } from 'vitest'
import { benchmark, engine, runDocument, sample } from '../test/document.ts'
import { SHARED_STORAGE } from '../test/plain-document.ts'
import {
  type Benchmark,
  checkedTo,
  controlPairs,
  describeControl,
  describeFindings,
  describeRatio,
  describeResolution,
  describeUnreliableRun,
  describeWithheld,
  findingsOfRun,
  type RatioToReference,
  type RunDocument,
  runReliability,
  type StorageLocation,
  summarizeRun,
  validateRun,
} from './index.ts'

describe('the control pairs of a run', () => {
  it('are each control with the benchmark that it repeats', () => {
    const pairs = controlPairs(run([at('native', 100), control(at('native', 110)), at('bind', 200)]))
    expect(pairs).toMatchObject([
      { kind: 'repeat', workload: 'npm-ci small', benchmark: 1, twin: 0, metric: 'duration', problem: 'differs' },
    ])
    expect(pairs[0]?.estimate.value).toBeCloseTo(1.1, 12)
  })

  it('are volume and bind where no VM is between them and the host, on one device', () => {
    const benchmarks = [at('volume', 100), at('bind', 101)]
    const kinds = (document: RunDocument) => controlPairs(document).map(({ kind }) => kind)
    expect(kinds(run(benchmarks, SHARED_STORAGE))).toEqual(['volume and bind'])
    expect(kinds(run(benchmarks, SHARED_STORAGE, 'qemu'))).toEqual([])
    expect(kinds(run(benchmarks, SHARED_STORAGE, null))).toEqual([])
    expect(kinds(run(benchmarks, { ...SHARED_STORAGE, sameDeviceAsHost: false }))).toEqual([])
    expect(kinds(run(benchmarks, { ...SHARED_STORAGE, sameDeviceAsHost: null }))).toEqual([])
    expect(kinds(run(benchmarks, { ...SHARED_STORAGE, location: 'layer' }))).toEqual([])
    expect(kinds(run(benchmarks, null))).toEqual([])
  })

  it('withhold if the whole interval is beyond 2%', () => {
    const withheld = (factor: number, spread: number) =>
      controlPairs(run([at('native', 1000), control(at('native', 1000 * factor, spread)), at('bind', 1000)]))[0]
        ?.problem
    expect(withheld(1.03, 0)).toBe('differs')
    expect(withheld(0.97, 0)).toBe('differs')
    expect(withheld(1.01, 0)).toBeNull()
    expect(withheld(1.03, 0.05)).toBeNull()
  })

  it('with an interval wider than a factor of 2 make the ratios of their workload ranges that are as wide', () => {
    const document = (spread: number) =>
      run([at('native', 1000), control(at('native', 1000, spread)), at('bind', 3000)])
    expect(statuses(document(0.3))).toEqual(['resolved'])
    expect(statuses(document(0.4))).toEqual(['range'])
    const [bind] = summarizeRun(document(0.4)).flatMap(({ ratio }) => ratio ?? []) as [RatioToReference]
    const [lower, upper] = bind.interval as [number, number]
    expect([bind.value, upper / lower, Math.sqrt(lower * upper)]).toEqual([
      null,
      expect.closeTo(1.4 / 0.6, 9),
      expect.closeTo(3, 9),
    ])
    expect(describeControl(controlPairs(document(0.4)))).toBe(
      'equal things agree only within 67%, so each ratio is a range at least as wide as theirs',
    )
    // An imprecise pair says nothing about the other workloads.
    const two = document(0.4)
    const other = two.benchmarks.map((benchmark) => ({ ...benchmark, workload: 'metadata' }))
    expect(statuses({ ...two, benchmarks: [...two.benchmarks, ...other] })).toEqual(['range', 'range'])
  })

  it('say how far the run is checked: to the largest bound of their intervals', () => {
    const { pairs } = runReliability(run([at('native', 1000), control(at('native', 1000, 0.03)), at('bind', 2000)]))
    expect(checkedTo(pairs)).toBeCloseTo(1 / 0.97 - 1, 6)
    expect(describeControl(pairs)).toBe('equal things agree within 3.1%')
    const exact = runReliability(run([at('native', 1000, 0), control(at('native', 1000, 0)), at('bind', 2000, 0)]))
    expect(describeControl(exact.pairs)).toBe('equal things agree within 0.1%')
    const wide = run([at('native', 1000), control(at('native', 1000, 0.6)), at('bind', 2000)])
    expect(describeControl(controlPairs(wide))).toContain('agree only within a factor of 2.5,')
    expect(checkedTo([])).toBeNull()
    expect(describeControl([])).toBe('unchecked')
  })

  it('on the host say nothing about the times in an emulated machine, which are never compared with the host', () => {
    const document = run([at('native', 100), control(at('native', 110)), at('layer', 200), at('bind', 300)])
    expect([controlPairs(document).length, statuses(document)]).toEqual([1, ['withheld', 'withheld']])
    for (const { effective } of document.engines)
      Object.assign(effective, { accelerator: { value: 'tcg', confidence: 'observed' } })
    expect([controlPairs(document).length, statuses(document)]).toEqual([0, ['resolved']])
    const inside = { ...document, benchmarks: [...document.benchmarks, control(at('bind', 330))] }
    expect([controlPairs(inside).length, statuses(inside)]).toEqual([1, ['withheld']])
  })

  it('are missing for a workload that the run measured in one scenario, because it has no ratio', () => {
    const alone = [at('native', 100), control(at('native', 110))]
    expect(controlPairs(run(alone))).toEqual([])
    const unsupported: Benchmark = {
      ...at('layer', 100),
      status: 'unsupported',
      reason: 'no such namespace',
      samples: [],
    }
    expect(controlPairs(run([...alone, unsupported]))).toEqual([])
    expect(controlPairs(run([...alone, at('layer', 100)]))).toHaveLength(1)
  })

  it('with fewer than six rounds check nothing', () => {
    const few = (benchmark: Benchmark) => ({ ...benchmark, samples: benchmark.samples.slice(0, 5) })
    const document = run([few(at('native', 100)), few(control(at('native', 200))), at('bind', 100)])
    expect(controlPairs(document)).toMatchObject([{ problem: null, estimate: { rounds: 5, value: null } }])
    expect(checkedTo(controlPairs(document))).toBeNull()
  })
})

describe('a biased pair', () => {
  const biased = [at('native', 100), control(at('native', 110)), at('bind', 200)]

  it('withholds the ratios of its workload alone', () => {
    const other = [at('native', 100), at('bind', 150)].map((benchmark) => ({ ...benchmark, workload: 'metadata' }))
    const document = run([...biased, ...other])
    expect(statuses(document)).toEqual(['withheld', 'resolved'])
    expect([...describeWithheld(runReliability(document)).values()]).toEqual([
      'npm-ci small: ratios withheld. Measured twice, the same benchmark differed by a factor of 1.10–1.10. Run it again on a quiet machine.',
    ])
    expect(describeUnreliableRun(runReliability(document))).toBeNull()
  })

  it('names the file system only if the document records that it has no journal', () => {
    const advice = (storage: StorageLocation | null, reader?: 'action') =>
      [...describeWithheld(runReliability(run(biased, storage)), reader).values()].join().replace(/.*1\.10\. /, '')
    const target = { ...SHARED_STORAGE, engine: null, location: 'target' as const }
    expect(advice({ ...target, journal: false })).toBe(
      'Run it again on a quiet machine. Its files are on a file system without a journal: use --dir on a file system with one.',
    )
    expect(advice({ ...target, journal: false }, 'action')).toMatch(/journal: set the input dir to a folder on a file/)
    for (const storage of [null, { ...target, journal: true }, { ...target, journal: null }])
      expect(advice(storage)).toBe('Run it again on a quiet machine.')
  })

  it('in two workloads makes the run unreliable: no ratio is shown', () => {
    const other = biased.map((benchmark) => ({ ...benchmark, workload: 'metadata' }))
    const third = [at('native', 100), at('bind', 150)].map((benchmark) => ({ ...benchmark, workload: 'go-list' }))
    const document = run([...biased, ...other, ...third])
    expect(statuses(document)).toEqual(['unreliable', 'unreliable', 'unreliable'])
    expect(describeUnreliableRun(runReliability(document))).toContain(
      'equal things were not measured as equal in 2 workloads (npm-ci small, metadata small)',
    )
    expect(describeFindings(document)).toEqual([describeUnreliableRun(runReliability(document))])
  })
})

describe('how small a slowdown a run can show', () => {
  it('is the largest bound of the control pairs of each workload', () => {
    const one = [at('native', 1000), control(at('native', 1000, 0.03)), at('bind', 1000)]
    const other = [at('native', 1000), control(at('native', 1000, 0.1)), at('bind', 1000)]
    const metadata = other.map((benchmark) => ({ ...benchmark, workload: 'metadata' }))
    expect(describeResolution(run([...one, ...metadata]))).toEqual([
      expect.stringMatching(/^Smallest slowdown that \d+ rounds can show here in npm-ci small: about 3\.1%\. Equal /),
      expect.stringContaining(' here in metadata small: about 12%. '),
    ])
  })

  it('is unknown without a control pair', () => {
    expect(describeResolution(run([at('native', 1000), at('bind', 1000)]))).toEqual([])
  })
})

describe('what a run found, in sentences', () => {
  const checked = [at('native', 1000), control(at('native', 1000, 0.03))]

  it('says that a command of a project runs other programs on the host', () => {
    const own = [at('native', 1000), at('bind', 1000)].map((one) => ({
      ...one,
      definitionDigest: `sha256:${'a'.repeat(64)}`,
    }))
    expect(describeFindings(run(own)).at(-1)).toMatch(/^On the host, a command runs the host's own programs, /)
    expect(describeFindings(run([at('native', 1000), at('bind', 1000)])).join()).not.toContain('own programs')
  })

  it('names what does not differ, and how far it is checked', () => {
    const equal = [at('layer', 1000, 0.06), at('volume', 1010, 0.02)]
    expect(describeFindings(run([...checked, ...equal]))).toEqual([
      "npm-ci small: any difference from native is at most 6.4% in the container's layer and on a volume, too small for this run to see; the same work, measured twice, agrees within 3.1% (not checked in the layer).",
    ])
  })

  it('names each difference with its interval, and each range with the rounds that an estimate needs', () => {
    const others = [at('layer', 1400), at('volume', 1000, 0.4), at('bind', 1000, 0.02)]
    expect(describeFindings(run([at('native', 1000), ...others]))).toEqual([
      "npm-ci small: 1.40× native (1.40–1.40) in the container's layer; any difference from native is at most 2.1% on a bind mount, too small for this run to see; between 0.60 and 1.40 times native on a volume, and this run cannot say more; unchecked. Why: the rounds vary by about 25%. Next: a quieter machine, or 56 rounds, for ±9% (--workload npm-ci --param size=small --rounds 56).",
    ])
  })

  it('does not tell a difference from that of equal things, nor list more than three scenarios', () => {
    const doubtful = [at('layer', 1015), at('volume', 1000), at('bind-volume', 1000), at('bind', 1000)]
    expect(describeFindings(run([...checked, ...doubtful]))).toEqual([
      'npm-ci small: any difference from native is at most 3.1% anywhere measured, too small for this run to see; the same work, measured twice, agrees within 3.1% (not checked in the layer).',
    ])
    expect(describeFindings(run([...checked, ...doubtful, at('sync', 1500)]))).toEqual([
      "npm-ci small: 1.50× native (1.50–1.50) in sync; any difference from native is at most 3.1% in the container's layer, on a volume, on a bind mount with a volume and on a bind mount, too small for this run to see; the same work, measured twice, agrees within 3.1% (not checked in the layer).",
    ])
  })

  it('puts a difference of files in memory behind the others, because memory is faster than a disk', () => {
    const ofOther = [at('native', 1000), at('bind', 1500)].map((one) => ({ ...one, workload: 'metadata' }))
    const found = (scenario: string) => findingsOfRun(run([at('native', 1000), at(scenario, 20), ...ofOther]))
    expect(found('tmpfs').map(({ short }) => short)).toEqual([
      'metadata small: 1.50× native (1.50–1.50) on a bind mount',
      'npm-ci small: 0.020× native (0.020–0.020) on a tmpfs',
    ])
    expect(found('layer')[0]?.short).toMatch(/^npm-ci small: /)
  })

  it('names in one line the bind mount, where the ratios of all places do not fit', () => {
    const short = (...scenarios: string[]) =>
      findingsOfRun(run([at('native', 1000), ...scenarios.map((scenario) => at(scenario, 1500))]))[0]?.short
    expect(short('volume', 'bind')).toBe(
      'npm-ci small: 1.50× native (1.50–1.50) on a volume and 1.50× native (1.50–1.50) on a bind mount',
    )
    expect(short('layer', 'volume', 'bind')).toBe('npm-ci small: 1.50× native (1.50–1.50) on a bind mount')
  })

  it('names the engine of a place unless all engines are meant, and says of a rate that more is better', () => {
    const withEngine = (one: Benchmark, id: string) => ({ ...one, engine: id })
    const near = ['layer', 'volume', 'bind'].flatMap((scenario) =>
      ['docker', 'podman'].flatMap((id) =>
        `${scenario} ${id}` === 'bind podman' ? [] : [withEngine(at(scenario, 1000, 0.01), id)],
      ),
    )
    const document = run([at('native', 1000), ...near, withEngine(at('bind', 2000), 'podman')])
    const rate = (one: Benchmark) => ({
      ...one,
      metrics: one.metrics.map((metric) => ({ ...metric, better: 'higher' as const })),
    })
    const found = (benchmarks: Benchmark[]) =>
      describeFindings({ ...document, engines: [engine('docker'), engine('podman')], benchmarks })[0]
    expect(found(document.benchmarks)).toContain(
      "2.00× native (2.00–2.00) on a bind mount with podman; any difference from native is at most 1.1% in the container's layer, on a volume and on a bind mount with docker, too small for this run to see;",
    )
    expect(found(document.benchmarks.map(rate))).toMatch(/^npm-ci small, duration \(more is better\): 2\.00× native/)
  })

  it('widens the ratios of a workload that files removed before slowed, on a file system without a journal', () => {
    // Half of the samples took as long as on undisturbed ground, the others three times as long, in all scenarios.
    const slowed = (scenario: string, time: number) => {
      const one = at(scenario, time)
      const samples = one.samples.map((sample, round) => ({
        ...sample,
        values: { duration: round < 2 ? time : time + 2000 },
      }))
      return { ...one, samples }
    }
    const document = run([slowed('native', 1000), control(slowed('native', 1000)), slowed('layer', 1500)])
    const storage = [{ ...SHARED_STORAGE, location: 'target' as const, engine: null, journal: false }]
    expect(summarizeRun(document).map(({ ratio }) => ratio?.status)).toContain('resolved')
    const ranges = summarizeRun({ ...document, storage }).flatMap(({ ratio }) => ratio ?? [])
    expect(ranges.map(({ status }) => status)).toEqual(['range'])
    const [[lower, upper]] = ranges.map(({ interval }) => interval) as [[number, number]]
    expect(upper / lower).toBeCloseTo(3, 5)
    expect(describeFindings({ ...document, storage })[0]).toContain(
      'its samples differ by a factor of 3, as files removed before can cause on a file system without a journal. ',
    )
  })

  it('says of wide ratios how much the work waits, unless it hardly does', () => {
    const used = (one: Benchmark, share: number): Benchmark => ({
      ...one,
      metrics: one.metrics.map((metric) => ({ ...metric, clock: 'wall' })),
      samples: one.samples.map((sample) => {
        const user = Math.round(share * (sample.values[one.metrics[0]?.name ?? ''] as number))
        return { ...sample, cpu: { user, system: 0 } }
      }),
    })
    const why = (native: number, volume: number) => {
      const busy = [used(at('layer', 1400), 0.95), used(at('volume', 1000, 0.4), volume)]
      return /Why: .*?\./.exec(describeFindings(run([used(at('native', 1000), native), ...busy]))[0] ?? '')?.[0]
    }
    expect(why(0.38, 0.35)).toBe(
      'Why: the rounds vary by about 30% and only 35% to 38% of the wall time is CPU time (the rest is waiting).',
    )
    expect(why(0.38, 0.9)).toBe('Why: the rounds vary by about 30%.')
  })

  it('takes a difference that is smaller than the error that the run cannot exclude for none', () => {
    const doubtful = [at('native', 1000), control(at('native', 1000, 0.1)), at('volume', 1050), at('bind', 1500)]
    expect(describeFindings(run(doubtful))).toEqual([
      'npm-ci small: 1.50× native (1.50–1.50) on a bind mount; any difference from native is at most 12% on a volume, too small for this run to see; the same work, measured twice, agrees within 12%.',
    ])
  })

  it('says that there are too few rounds', () => {
    const few = [at('native', 100), at('bind', 200)].map((one) => ({ ...one, samples: one.samples.slice(0, 2) }))
    expect(describeFindings(run(few))).toEqual(['npm-ci small: 2 rounds, too few for a ratio (at least 6).'])
  })

  it('shows digits, or the status', () => {
    const [, bind] = summarizeRun(run([at('native', 100), at('bind', 200)]))
    expect(bind?.ratio && describeRatio(bind.ratio)).toBe('2.00× (2.00–2.00)')
  })
})

test('work on a host that got less of the CPU than containers is compared with no container', () => {
  const whole = run([at('native', 100), control(at('native', 100)), at('layer', 70), at('bind', 70)])
  const notes = [{ code: 'unequal-shares', text: 'Other programs of this session use the CPU.' }]
  expect(statuses({ ...whole, notes })).toEqual(['withheld', 'withheld'])
  expect(runReliability({ ...whole, notes }).unreliable).toBe(false)
  expect(describeFindings({ ...whole, notes })).toEqual([
    'npm-ci small: ratios withheld. The host was busy, and its work got less of the CPU than work in containers. Run it again on a quiet machine.',
  ])
  // Containers share the CPU alike.
  const containers = { ...run([at('layer', 100), at('bind', 70)]), notes }
  expect(statuses(containers)).toEqual(['resolved'])
})

describe('a control in a document', () => {
  it('repeats a benchmark that comes before it', () => {
    const codes = (benchmarks: Benchmark[]) => validateRun(run(benchmarks)).map(({ code }) => code)
    expect(codes([at('native', 100), renamed(control(at('native', 100)))])).toEqual([])
    expect(codes([renamed(control(at('native', 100))), at('native', 100)])).toEqual(['unexpected-control'])
    expect(
      codes([{ ...at('native', 100), variant: 'base' }, renamed({ ...control(at('native', 100)), variant: 'base' })]),
    ).toEqual(['unexpected-control'])
  })
})

function statuses(document: RunDocument) {
  return summarizeRun(document).flatMap(({ ratio }) => ratio?.status ?? [])
}

/** Eight rounds of a value; `spread` is how far they are from it, as a share, alternately below and above. */
function at(scenario: string, value: number, spread = 0): Benchmark {
  const samples = Array.from({ length: 8 }, (_, round) =>
    sample(round, orders++, { duration: Math.round(value * (1 + (round % 2 === 0 ? spread : -spread))) }),
  )
  return benchmark(scenario, scenario === 'native' ? null : 'docker', samples)
}
let orders = 0

function control(benchmark: Benchmark): Benchmark {
  return { ...benchmark, control: true }
}

/** The samples of a document have slots of their own. */
function renamed(benchmark: Benchmark): Benchmark {
  return { ...benchmark, samples: benchmark.samples.map((one) => ({ ...one, slot: `${one.slot}c` })) }
}

function run(
  benchmarks: Benchmark[],
  storage: StorageLocation | null = null,
  vmType: string | null = 'none',
): RunDocument {
  const docker = engine('docker')
  docker.effective.vmType = { value: vmType, confidence: vmType === null ? 'unknown' : 'observed' }
  return { ...runDocument(), engines: [docker], benchmarks, ...(storage ? { storage: [storage] } : {}) }
}
