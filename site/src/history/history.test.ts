import { expect, test } from 'vitest'
import { engineSlug, knownProduct } from '../store/engine-names.ts'
import { engineSetup, machineClass } from '../store/machine-class.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { isPageName, namePage, projectPage } from '../store/slug.ts'
import { exampleRun } from '../testing.ts'
import { groupIntoSections, hasTrend } from './comparable-histories.ts'
import { viewHistory } from './history-view.ts'
import { machineTitle } from './points.ts'
import { historyPoint } from './testing.ts'

/** Returns one run per day with one benchmark each. @param values in seconds */
function history(values: number[], change: (point: HistoryPoint, day: number) => void = () => {}): HistoryPoint[] {
  return values.map((value, day) => {
    const point = historyPoint({
      runId: `run-${day}`,
      startedAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      machine: 'Apple M4 Pro, 12 CPUs',
      workloadDigest: 'sha256:a',
      value: value * 1e9,
      n: 10,
      ratio: null,
      ...{ engineSlug: 'lima', product: 'Lima', version: '1.0.3', engine: 'lima', setup: 'vz, virtiofs' },
    })
    change(point, day)
    return point
  })
}

const STEADY = [3, 3.1, 2.9, 3.05, 2.95, 3.02, 3.08, 2.98]
const SLOWER = STEADY.map((value) => 1.3 * value)

test('runs of one configuration on one class of machine are one history, and its change point is found', () => {
  const [section, ...others] = groupIntoSections(history([...STEADY, ...SLOWER]))
  expect(others).toEqual([])
  const [first] = section?.panels[0]?.histories ?? []
  expect(first?.points).toHaveLength(16)
  expect(first?.changePoints).toEqual([{ index: 8, factor: expect.closeTo(1.3, 2), p: expect.closeTo(0.001, 3) }])
})

test.each<[string, (point: HistoryPoint) => void]>([
  ['on another machine', (point) => Object.assign(point, { machine: 'Apple M1, 8 CPUs' })],
  ['of another version of the suite', (point) => Object.assign(point, { suiteVersion: 2 })],
  ['of another suite', (point) => Object.assign(point, { suite: 'quick' })],
  ['of other work', (point) => Object.assign(point, { workloadDigest: 'sha256:b' })],
  ['in another scenario', (point) => Object.assign(point, { scenario: 'volume' })],
  ['of another metric', (point) => Object.assign(point, { metric: 'bytes' })],
  ['with another mount type', (point) => Object.assign(point, { setup: 'vz, 9p' })],
  ['of another engine', (point) => Object.assign(point, { engine: 'colima', product: 'Colima' })],
])('a run %s is in a history of its own', (_name, change) => {
  const points = history(STEADY, (point, day) => day >= 4 && change(point))
  const histories = groupIntoSections(points).flatMap(({ panels }) => panels.flatMap(({ histories }) => histories))
  expect(histories.map(({ points }) => points.length)).toEqual([4, 4])
})

test.each<[string, (point: HistoryPoint) => void]>([
  ['another version of the engine', (point) => Object.assign(point, { version: '2.0.0' })],
  ['another version of the system', (point) => Object.assign(point, { osVersion: '16.0' })],
  ['a base of a check', (point) => Object.assign(point, { variant: 'base', division: 'modified' })],
])('a history continues with %s', (_name, change) => {
  const points = history(STEADY, (point, day) => day >= 4 && change(point))
  expect(groupIntoSections(points)[0]?.panels[0]?.histories).toHaveLength(1)
})

/** Points of a project's own workload. Each measures other code. */
function ownHistory(values: number[], change: (point: HistoryPoint, day: number) => void = () => {}): HistoryPoint[] {
  return history(values, (point, day) => {
    const own = { definition: 'sha256:d', workloadDigest: `sha256:${day}`, workload: 'tests', work: 'tests' }
    Object.assign(point, { ...own, commit: `${day}`.repeat(40).slice(0, 40) })
    change(point, day)
  })
}

const historiesOf = (points: HistoryPoint[]) =>
  groupIntoSections(points).flatMap(({ panels }) => panels.flatMap(({ histories }) => histories))

test('other code in a project’s own workload goes on with its history, and so does a check beside plain runs', () => {
  const points = ownHistory([...STEADY, ...SLOWER], (point, day) => {
    if (day % 2 === 0) Object.assign(point, { suite: 'check', variant: 'base', division: 'modified' })
  })
  const [first, ...others] = historiesOf(points)
  expect(others).toEqual([])
  expect(first?.points).toHaveLength(16)
  expect(first?.redefined).toEqual([])
  expect(first?.changePoints).toEqual([expect.objectContaining({ index: 8, factor: expect.closeTo(1.3, 2) })])
})

test('if the workload itself changes, its history goes on, and values before and after are not compared', () => {
  const [first, ...others] = historiesOf(
    ownHistory([...STEADY, ...SLOWER], (point, day) => day >= 8 && Object.assign(point, { definition: 'sha256:e' })),
  )
  expect(others).toEqual([])
  expect(first).toMatchObject({ redefined: [8], changePoints: [], latest: { before: 7 } })
  expect(first?.spread).toBeLessThan(0.05)
})

test('own workloads of the same name in two projects have histories of their own', () => {
  const points = ownHistory(STEADY, (point, day) => day % 2 === 0 && Object.assign(point, { submitter: 'another' }))
  expect(historiesOf(points).map(({ points }) => points.length)).toEqual([4, 4])
  const unproven = ownHistory(STEADY, (point, day) =>
    Object.assign(point, { submitter: null, definition: `sha256:${day % 2}` }),
  )
  expect(historiesOf(unproven).map(({ points }) => points.length)).toEqual([4, 4])
})

test('from the fifth run on, the last one is compared with what those before it let expect', () => {
  expect(historiesOf(ownHistory(STEADY.slice(0, 4)))[0]?.latest).toBeNull()
  const [steady] = historiesOf(ownHistory(STEADY.slice(0, 5)))
  // R: x <- log(c(3, 3.1, 2.9, 3.05)); exp(c(-1, 1) * qt(0.975, 3) * sd(x) * sqrt(1.25))
  expect(steady?.latest).toEqual({
    factor: expect.closeTo(2.95 / (3 * 3.1 * 2.9 * 3.05) ** 0.25, 10),
    expected: [expect.closeTo(0.90354, 4), expect.closeTo(1.10676, 4)],
    before: 4,
  })
})

test.each([
  [STEADY.slice(0, 1), 'There is no history yet: it begins with the second run on the same class of machine.'],
  [STEADY.slice(0, 3), '3 runs so far, and a change can be found from 10 on.'],
  [STEADY.slice(0, 5), '5 runs so far, and a change can be found from 10 on. The last run is as expected in 1 of 1.'],
  [
    [...STEADY.slice(0, 5), 4],
    /^6 runs so far, .* on\. In tests on a bind mount \(Lima, vz, virtiofs\), the last run is higher than expected: 1\.33× the 5 before it \(expected 0\.\d+–1\.\d+\)\.$/,
  ],
  [[...STEADY, ...STEADY], /^No change was found in a history of 16 runs\. The last run is as expected in 1 of 1\.$/],
  [
    [...STEADY, ...SLOWER],
    'Since 2026-01-09 (commit 8888888): 1.30× the median before, tests on a bind mount (Lima, vz, virtiofs).',
  ],
])('the answer of a history of %j seconds', async (values, answer) => {
  const view = await viewHistory({ points: ownHistory(values), truncated: false }, () => null)
  expect(view.answer).toMatch(answer)
})

test.each([
  [4, true],
  [3, false],
])('with %i of the 8 runs before a change on a busy host, the answer says so: %s', async (busy, isSaid) => {
  const points = ownHistory([...STEADY, ...SLOWER], (point, day) => Object.assign(point, { busy: day < busy }))
  const { answer } = await viewHistory({ points, truncated: false }, () => null)
  expect(answer.includes('on a busy host, which may be the cause.')).toBe(isSaid)
})

test('the answer leaves out a change before the workload itself changed', async () => {
  const points = ownHistory([...STEADY, ...SLOWER, ...STEADY.slice(0, 4)], (point, day) =>
    Object.assign(point, { definition: day < 16 ? 'sha256:d' : 'sha256:e' }),
  )
  const { answer } = await viewHistory({ points, truncated: false }, () => null)
  expect(answer).toBe('4 runs so far, and a change can be found from 10 on.')
})

test('the scenarios of a workload are in the order of the catalog, and unknown scenarios come last', () => {
  const order = ['native', 'vm-share', 'layer', 'tmpfs', 'bind', 'ramdisk', 'another']
  const points = history(STEADY.slice(0, order.length), (point, day) => {
    Object.assign(point, { scenario: order.at(-1 - day) })
  })
  expect(groupIntoSections(points).flatMap(({ panels }) => panels.map(({ scenario }) => scenario))).toEqual(order)
})

test('transcribed runs and runs of unknown machines are in no history', () => {
  const copied = history(STEADY, (point) => Object.assign(point, { origin: 'transcribed' }))
  const unknown = history(STEADY, (point) => Object.assign(point, { machine: null }))
  for (const points of [copied, unknown]) {
    const sections = groupIntoSections(points)
    expect(sections).toHaveLength(8)
    expect(sections.some(hasTrend)).toBe(false)
  }
})

test('generated runs share no history with measured ones, and come after these', () => {
  const made = history(
    [...STEADY, ...STEADY],
    (point, day) => day >= 8 && Object.assign(point, { origin: 'generated' }),
  )
  const sections = groupIntoSections(made)
  expect(sections.map(({ origin, panels }) => [origin, panels[0]?.histories[0]?.points.length])).toEqual([
    ['measured', 8],
    ['generated', 8],
  ])
})

test('a machine without a class has a title that says which part is not recorded', () => {
  const title = (change: Partial<HistoryPoint>) =>
    machineTitle(historyPoint({ osName: 'Arch Linux', osVersion: null, ...change }))
  const cpuModel = 'Example CPU'
  expect(title({ cpuModel })).toBe('Arch Linux, Example CPU, CPU count not recorded')
  expect(title({ cpuCount: 8 })).toBe('Arch Linux, 8 CPUs, CPU model not recorded')
  expect(title({})).toBe('Arch Linux, CPU not recorded')
  expect(title({ cpuModel, cpuCount: 8, machine: 'Example CPU, 8 CPUs, Linux' })).toBe('Example CPU, 8 CPUs, Linux')
})

test('a point without a class of machine says what is known, and one of 0 says why it has no ratio', async () => {
  const alone = (change: Partial<HistoryPoint>) => history([1], (point) => Object.assign(point, change))
  const points = [
    ...alone({ runId: 'a', machine: null, osName: 'macOS', osVersion: '15.1' }),
    ...alone({ runId: 'b', machine: null, value: 0, ratio: null, ratioStatus: null }),
  ]
  const { single } = await viewHistory({ points, truncated: false }, () => null)
  expect(single.find(({ run }) => run === 'a')?.machine).toMatch(/^macOS 15\.1, CPU not recorded · suite/)
  expect(single.find(({ run }) => run === 'b')).toMatchObject({ value: '0 ns', ratio: 'none (median of 0)' })
})

test('a page has histories, their change points, and single runs in a table', async () => {
  const points = [
    ...history([...STEADY, ...SLOWER]),
    ...history([1], (point) => Object.assign(point, { runId: 'alone', machine: null, ratio: 2.5 })),
  ]
  const newer = exampleRun((run) => {
    run.host.kernel = '6.99'
  })
  const view = await viewHistory({ points, truncated: false }, (id) =>
    Number(id.slice(4)) >= 8 ? newer : exampleRun(),
  )
  const [panel] = view.sections[0]?.changed ?? []
  expect(panel?.histories[0]?.changePoints).toEqual([
    {
      before: 'run-7',
      after: 'run-8',
      day: '2026-01-09',
      commit: null,
      factor: '1.30×',
      p: '0.001',
      differences: ['kernel: 6.12.0 → 6.99'],
    },
  ])
  expect(view.single).toMatchObject([{ run: 'alone', value: '1.00 s', ratio: '2.50×', engine: 'Lima, vz, virtiofs' }])
  expect(view.omitted).toBe(0)
  expect(panel?.direction).toBe('lower is better')
  expect(panel?.drawing).toContain('Lima, vz, virtiofs: 16 runs from 2026-01-01 to 2026-01-16')
  expect(panel?.drawing).toContain('changes to 1.30× on 2026-01-09')
  expect(panel?.drawing).not.toMatch(/(fill|stroke)="(#|black|white|rgb)/)
  expect(panel?.drawing.match(/<path transform="[^"]*" d="[^"]*A[^"]*" fill="var\(--volume\)"/g)).toHaveLength(16)
})

test('the table of every run names a day, and the time of runs of the same day', async () => {
  const points = history([3, 3.1, 2.9], (point, day) => {
    if (day === 1) point.startedAt = '2026-01-01T09:08:07Z'
  })
  const { sections } = await viewHistory({ points, truncated: false }, () => null)
  const [panel] = sections[0]?.steady ?? []
  expect(panel?.histories[0]?.points.map(({ when }) => when)).toEqual([
    '2026-01-01 00:00 UTC',
    '2026-01-01 09:08 UTC',
    '2026-01-03',
  ])
})

test('the ratio of a rate that was measured once is marked as one, and a time is not', async () => {
  const rate = historyPoint({ unit: 'bytes/ns', better: 'higher' })
  for (const [point, isRate] of [
    [rate, true],
    [historyPoint(), false],
    [{ ...rate, ratio: null }, false],
  ] as const) {
    const { single } = await viewHistory({ points: [point], truncated: false }, () => null)
    expect(single.map((entry) => entry.isRate)).toEqual([isRate])
  }
})

test('the table of a section has every history; if there are too many charts, those with change points are drawn', async () => {
  const benchmarks = Array.from({ length: 66 }, (_, benchmark) => {
    const change = (point: HistoryPoint) => Object.assign(point, { work: `work-${String(benchmark).padStart(2, '0')}` })
    return history(benchmark === 65 ? [...STEADY, ...SLOWER] : STEADY, change)
  })
  const [section] = (await viewHistory({ points: benchmarks.flat(), truncated: false }, () => exampleRun())).sections
  expect(section?.summary.map(({ work }) => work)).toEqual(benchmarks.map(([point]) => point?.work))
  expect(section?.summary[65]).toMatchObject({
    runs: 16,
    changes: '1.30× since 2026-01-09',
    lastRun: expect.stringMatching(/^the last run is as expected, /),
  })
  expect(section?.changed.map(({ work }) => work)).toEqual(['work-65'])
  expect(section?.steady).toHaveLength(29)
  expect(section?.undrawn).toBe(36)
  const drawn = section?.summary.flatMap(({ work, panel }) => (panel === null ? [] : [`${panel} ${work}`]))
  expect(drawn?.sort()).toEqual(
    [...(section?.changed ?? []), ...(section?.steady ?? [])].map(({ id, work }) => `${id} ${work}`).sort(),
  )
})

test('without a change point, a history says that there is none only if a change could have been found', async () => {
  const rowOf = async (count: number) => {
    const points = history(Array.from({ length: count }, (_, day) => STEADY[day % STEADY.length] as number))
    return (await viewHistory({ points, truncated: false }, () => exampleRun())).sections[0]?.summary[0]
  }
  expect(await rowOf(3)).toMatchObject({ changes: null, lastRun: null, spread: null })
  expect(await rowOf(5)).toMatchObject({ changes: null, lastRun: 'the last run is as expected, 0.98× (0.90–1.11)' })
  expect(await rowOf(9)).toMatchObject({ changes: null })
  expect(await rowOf(10)).toMatchObject({ changes: 'none', lastRun: expect.stringMatching(/is as expected/) })
  // A change that is partly reverted would be significant in eight runs, but a history of eight is too short in every row.
  const bump = history([4.18, 4.21, 4.2, 4.251, 4.25, 4.3, 4.22, 4.24])
  const { sections } = await viewHistory({ points: bump, truncated: false }, () => exampleRun())
  expect(sections[0]?.summary[0]?.changes).toBe(null)
})

test('rows that would look the same say what differs', async () => {
  const points = [
    ...history(STEADY),
    ...history(STEADY, (point) => Object.assign(point, { workloadDigest: 'sha256:0123456789' })),
    ...history(STEADY, (point) => Object.assign(point, { work: 'npm-ci cra' })),
  ]
  const [section] = (await viewHistory({ points, truncated: false }, () => exampleRun())).sections
  expect(section?.summary.map(({ work, differs }) => [work, differs])).toEqual([
    ['npm-ci cra', ''],
    ['npm-ci small', 'workload a'],
    ['npm-ci small', 'workload 0123456'],
  ])
  expect(section?.engine).toBe('Lima, vz, virtiofs')
})

test('figures that a source replaced are not in the table of single runs', async () => {
  const [point] = history([1], (point) => Object.assign(point, { origin: 'transcribed', machine: null }))
  const points = ['first', 'second'].map((runId) => ({ ...(point as HistoryPoint), runId }))
  const view = await viewHistory({ points, truncated: false }, () => exampleRun())
  expect(view.single.map(({ run }) => run)).toEqual(['second'])
  expect(view.replaced).toBe(1)
})

test('after one run of the standard suite, the table has every benchmark of an engine', async () => {
  const once = (work: string) => history([3], (point) => Object.assign(point, { work }))
  const points = Array.from({ length: 66 }, (_, benchmark) => once(`work-${benchmark}`)).flat()
  const { single, omitted } = await viewHistory({ points, truncated: false }, () => exampleRun())
  expect([single.length, omitted]).toEqual([66, 0])
})

test('the class of a machine has only its stable properties, and is null if the processor is unknown', () => {
  const run = exampleRun()
  const later = exampleRun((run) => {
    run.host.kernel = '7.0.0'
    run.host.os.version = '14'
    run.host.memory = 8_500_000_000
  })
  expect(machineClass(later)).toBe(machineClass(run))
  const other = exampleRun((run) => {
    run.host.power = 'battery'
  })
  expect(machineClass(other)).toBe(`${machineClass(run)}, on battery`)
  const virtual = exampleRun((run) => {
    run.host.virtualization = { ...run.host.virtualization, kind: 'vm', nested: false }
  })
  expect(machineClass(virtual)).toContain(', host in a VM')
  const unknown = exampleRun((run) => {
    run.host.cpu.model = null
  })
  expect(machineClass(unknown)).toBeNull()
})

test('the setup of an engine has its effective configuration, whether its CPU is emulated, and whether it is rootless', () => {
  const [engine] = exampleRun().engines
  if (engine === undefined) throw new Error('the example has no engine')
  engine.effective.accelerator = { value: 'tcg', confidence: 'observed' }
  expect(engineSetup(engine)).toBe('ext4, 4 CPUs, 8 GiB, overlay2, emulated')
  engine.effective.vmType = { value: 'none', confidence: 'observed' }
  engine.effective.privileges = { value: 'rootless', confidence: 'observed' }
  expect(engineSetup(engine)).toBe('engine without a VM, ext4, 4 CPUs, 8 GiB, overlay2, emulated, rootless')
})

test.each([
  ['Docker Engine', 'docker', 'Docker Engine'],
  ['Docker', 'docker', 'Docker'],
  ['DOCKER – ENGINE!', 'docker', 'Docker Engine'],
  ['Docker Desktop', 'docker-desktop', 'Docker Desktop'],
  ['OrbStack', 'orbstack', 'OrbStack'],
  ['../../etc/passwd', 'other', 'other engine'],
  ['engine', 'other', 'other engine'],
  ['Ｄｏｃｋｅｒ Ｄｅｓｋｔｏｐ', 'other', 'other engine'],
  ['Docker Desktop, measured by its maker', 'other', 'other engine'],
])('the page of the engine %s is %s, and pages of several runs call it %s', (product, slug, name) => {
  expect([engineSlug(product), knownProduct(product)]).toEqual([slug, name])
})

test('the page of a name never has the address of a project', () => {
  expect(['id/1001', 'ID/1001', 'id/x', 'ids/1001'].map(namePage)).toEqual([null, null, null, 'projects/ids/1001'])
  expect(projectPage('example/project')).toBeNull()
})

test('no name gives a page outside of its folder', () => {
  expect(['npm-ci', 'a.b', '..', 'index', 'a/b', ''].map(isPageName)).toEqual([true, true, false, false, false, false])
  expect(['A/b', 'a/b.c', 'a/..', 'a/.github', 'a/b/c', '../a', 'a/b.html'].map(namePage)).toEqual([
    ...['projects/a/b', 'projects/a/b.c'],
    ...[null, null, null, null, null],
  ])
  const ids = ['1', 'ghe.example/1', '../1', 'a/../1', 'a/b/1', '', '1.html', '01', '-1', 'A/1', `${'a'.repeat(201)}/1`]
  expect(ids.map((id) => projectPage(`id:${id}`))).toEqual([
    ...['projects/id/1', 'projects/id/ghe.example/1'],
    ...ids.slice(2).map(() => null),
  ])
})
