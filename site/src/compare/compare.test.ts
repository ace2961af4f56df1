import type { Engine, Metric, RunDocument } from '@plimsoll/schema'
import { compareRuns, differenceLines, whyNoVerdict } from '@plimsoll/schema/compare'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../../../schema/test/check-document.ts'
import { renderStatic } from '../page-parts/render-static.ts'
import type { RunEntry } from '../search/search-index.ts'
import { exampleRun } from '../testing.ts'
import { comparisonAddress, readChoice } from './choice.ts'
import { Candidates, ChosenRuns, describeCandidates } from './choose-runs.tsx'
import { RunComparison } from './comparison.tsx'
import { describeDirection, judgeDirection } from './direction.ts'
import type { ComparedRuns } from './doubts.ts'
import { findCandidates, type LoadedRun, loadRun } from './load-run.ts'
import { positionOnAxis, ratioAxis } from './ratio-axis.ts'

const ID = 'a'.repeat(26)
const NO_STATES = Promise.resolve({})

/** Returns the example run on another machine, a tenth slower and with one benchmark missing. */
function otherRun(): RunDocument {
  return exampleRun((run) => {
    run.host.cpu.model = 'Another CPU'
    Object.assign((run.engines[0] as Engine).effective, { mountType: { value: '9p', confidence: 'observed' } })
    Object.assign(run, { startedAt: '2025-04-01T10:00:00Z', finishedAt: '2025-04-01T10:01:00Z' })
    run.benchmarks.splice(2, 1)
    for (const { samples } of run.benchmarks)
      for (const { values } of samples)
        if (typeof values.duration === 'number') values.duration = Math.round(values.duration * 1.1)
  })
}

function compare(a: RunDocument, b: RunDocument, states: ComparedRuns['states'] = { a: null, b: null }): string {
  return renderStatic(RunComparison({ a, b, states }))
}

/** Returns the example run with containers that are half as fast. */
function slowerRun(change = (_: RunDocument) => {}): RunDocument {
  return exampleRun((run) => {
    for (const { scenario, samples } of run.benchmarks)
      for (const { values } of samples)
        if (scenario !== 'native' && typeof values.duration === 'number') values.duration *= 2
    change(run)
  })
}

/** Returns the slower run as one whose figures a program made up. */
function generatedRun(factor = 1): RunDocument {
  return slowerRun((run) => {
    run.notes.push({ code: 'generated', text: 'x' })
    for (const { samples } of run.benchmarks)
      for (const { values } of samples)
        if (typeof values.duration === 'number') values.duration = Math.round(values.duration * factor)
  })
}

test('differences are below the figures, in the words of the command, and there is no verdict', () => {
  const page = compare(exampleRun(), otherRun())
  const text = plain(page)
  const lines = differenceLines(compareRuns(exampleRun(), otherRun()))
  expect(lines.length).toBeGreaterThan(1)
  for (const { what, a, b } of lines) expect(text).toContain(`${what} ${a} ${b}`)
  const positions = [
    ...['Read with care', 'Benchmark by benchmark', 'Not a verdict', '1.100'],
    ...['Machines: what differs', 'Another CPU', '9p', 'Runs: what differs', '2025-03-01 10:00 UTC'],
  ].map((part) => page.indexOf(part))
  expect(positions[0]).toBeGreaterThanOrEqual(0)
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  expect(text).toContain(whyNoVerdict({ machinesDiffer: true }).slice(1))
  expect(text.match(/not a verdict/gi)).toHaveLength(1)
  expect(text).not.toMatch(/slower|faster|regress/i)
})

test('the machines differ perhaps only if this is not known', () => {
  const perhaps = 'ran at different times, perhaps on different machines'
  const unknown = exampleRun((run) => void Object.assign(run.host.cpu, { model: null }))
  expect(plain(compare(exampleRun(), exampleRun()))).toContain(perhaps)
  expect(plain(compare(exampleRun(), unknown))).toContain(perhaps)
  const known = plain(compare(exampleRun(), otherRun()))
  expect(known).toContain('ran at different times, on different machines')
  expect(known).not.toContain('perhaps on')
})

test('the chart has every ratio and its interval, as marks and as text, and a tick at 1 on every screen', () => {
  const page = compare(exampleRun(), otherRun())
  expect(page).toMatch(/<desc id="ratios-desc">.*npm-ci small · native: 1.100 B took longer, interval 1.068 to 1.133;/)
  const ratios = compareRuns(exampleRun(), otherRun()).benchmarks.flatMap(({ metrics }) =>
    metrics.flatMap(({ primary, cost }) => (primary && cost !== null ? cost : [])),
  )
  expect(page.match(/<use /g)).toHaveLength(ratios.length)
  const lines = [...page.matchAll(/<path class="intervals [a-z-]+" d="(.*?)"/g)].flatMap(
    ([, d]) => d?.match(/M/g) ?? [],
  )
  expect(lines).toHaveLength(ratios.filter(({ interval }) => interval).length)
  const ticks = [...page.matchAll(/<text x="[^"]+">([^<]*)</g)].map(([, tick]) => tick)
  // A narrow screen shows every second tick.
  expect(ticks.indexOf('1') % 2).toBe(0)
})

test.each([
  [2, [1.6, 2.5], 'worse'],
  [0.5, [0.4, 0.625], 'better'],
  [1.1, [0.9, 1.2], 'unclear'],
  [3, null, 'unclear'],
] as const)('a cost of %f with the interval %j says that B is %s', (value, interval, direction) => {
  expect(judgeDirection({ statistic: 'median', value, interval: interval && [...interval] })).toBe(direction)
})

test.each([
  ['ns', 'B takes longer', 'B took longer'],
  ['bytes/ns', 'B takes longer', 'B took longer'],
  ['bytes', 'B costs more', 'B cost more'],
])('if B is worse in a metric of the unit %s, %s; if this is doubtful, %s', (unit, text, doubtful) => {
  expect(describeDirection('worse', { unit }, false)).toBe(text)
  expect(describeDirection('worse', { unit }, true)).toBe(doubtful)
})

test('the chart and the table have the same figure, also for a rate', () => {
  const asRate = (run: RunDocument) => {
    for (const { metrics } of run.benchmarks) for (const metric of Object.values(metrics)) metric.better = 'higher'
    return run
  }
  const page = compare(asRate(exampleRun()), asRate(otherRun()))
  expect(page).toContain('npm-ci small · native ↑: 0.909 A took longer')
  expect(plain(page)).toMatch(/npm-ci small · duration native · more is better [\d. s]+n 3 [\d. s]+n 3 0\.909 /)
  expect(plain(page)).toContain('Cost of B ÷ A')
})

test('what only one run recorded is no difference, but is named, and listed with what is the same, with the values', () => {
  const silent = exampleRun((run) => {
    run.host.cpu.model = null
  })
  const text = plain(compare(exampleRun(), silent))
  const [differs, agrees] = text.split('Same or unknown in the machines') as [string, string]
  expect(differs).toContain(
    'Machines: not known to be the same Only one of the runs records CPU model. What both record',
  )
  expect(agrees).toContain('Runs: nothing recorded differs')
  expect(agrees).toContain('CPU model Example CPU unknown')
  expect(agrees).toContain('architecture x64 x64')
})

test('a share that should meet a limit has no cost, because neither less nor more of it costs anything', () => {
  const limited = (run: RunDocument) => {
    for (const benchmark of run.benchmarks.filter(({ workload }) => workload === 'npm-ci')) {
      const [duration] = benchmark.metrics
      benchmark.workload = 'cpu-limit'
      benchmark.metrics = [
        { name: 'cpu', unit: 'ns', better: 'higher', primary: true, per: 'duration' },
        { ...(duration as Metric), primary: false },
      ]
      for (const { values } of benchmark.samples) values.cpu = values.duration as number
    }
  }
  const page = plain(compare(exampleRun(limited), exampleRun(limited)))
  expect(page).toMatch(/cpu-limit small · cpu native 100% n \d+ 100% n \d+ none \(best at 50%\) –/)
  expect(page).not.toMatch(/· cpu (?:native|layer) [^%]*more is better/)
})

test('colour, shape and words say which run takes longer, in the chart and in the table', () => {
  const page = compare(exampleRun(), slowerRun())
  expect(page).toContain('<use href="#triangle-up" class="slower"')
  expect(page).toContain('<span class="slower">▲ B takes longer</span>')
  expect(compare(slowerRun(), exampleRun())).toContain('<span class="faster">▼ A takes longer</span>')
})

test('a doubtful cost has the past tense in the table, in the chart and on its axis, and any other the present', () => {
  const said = (page: string) => {
    const [, shown = ''] = page.split('<figure')
    return [...new Set(plain(shown.split('<p class="fine">')[0] ?? '').match(/(?:take|took|cost)s? (?:longer|more)/g))]
  }
  expect(said(compare(exampleRun(), otherRun()))).toEqual(['took longer', 'cost more'])
  expect(said(compare(exampleRun(), slowerRun()))).toEqual(['takes longer', 'costs more'])
})

const COLOURED = /class="(?:[a-z-]+ )*(?:slower|faster)\b/

test.each([
  ['the machines differ', (run: RunDocument) => void Object.assign(run.host.cpu, { model: 'Another CPU' }), null],
  ['B does not record its CPU model', (run: RunDocument) => void Object.assign(run.host.cpu, { model: null }), null],
  ['B does not record its CPU count', (run: RunDocument) => void Object.assign(run.host.cpu, { count: null }), null],
  [
    'a program made up the figures of B',
    (run: RunDocument) => void run.notes.push({ code: 'generated', text: 'x' }),
    null,
  ],
  ['B is withdrawn', () => {}, 'withdrawn'],
])('no cost has a colour if %s, and the page says so', (reason, change, state) => {
  expect(COLOURED.test(compare(exampleRun(), slowerRun()))).toBe(true)
  const page = compare(exampleRun(), slowerRun(change), { a: null, b: state })
  expect(COLOURED.test(page)).toBe(false)
  expect(page).toContain('<span class="muted">△ B took longer</span>')
  expect(plain(page)).toContain(
    `All costs below are hollow and grey, because they may not show what a change costs: ${reason}.`,
  )
})

test('a cost has no colour if native differs as much between the runs', () => {
  const slower = exampleRun((run) => {
    for (const { workload, samples } of run.benchmarks)
      for (const { values } of samples)
        if (workload === 'npm-ci' && typeof values.duration === 'number') values.duration *= 2
  })
  const page = compare(exampleRun(), slower)
  expect(COLOURED.test(page)).toBe(false)
  expect(page).toMatch(/△ B took longer<\/span><small>equal things differ by up to \d+%<\/small>/)
})

test('a cost has no colour if the workload may be another one', () => {
  const page = compare(
    exampleRun(),
    slowerRun((run) => {
      for (const benchmark of run.benchmarks) if (benchmark.workload === 'npm-ci') benchmark.workloadDigest = null
    }),
  )
  expect(page).toContain('<span class="muted">△ B took longer</span><small>workload perhaps not the same</small>')
  expect(plain(page)).not.toContain('All costs')
})

test('sizes have units, and a long name is shortened in the middle', () => {
  const [a, b] = [exampleRun(), otherRun()]
  expect(compare(a, b)).toContain('<span>sequential-write 256 MiB</span> <i>layer · docker')
  for (const { benchmarks } of [a, b])
    for (const benchmark of benchmarks)
      if (benchmark.workload === 'sequential-write') benchmark.params = { a: 'x'.repeat(60), bytes: 4096 }
  expect(compare(a, b)).toMatch(/<span>sequential-write [^<]*…x+ 4 KiB<\/span> <i>layer · docker/)
})

test('a check with a plain run, two checks, and different suites have a warning', () => {
  const check = checkDocument(EVERY_VERDICT)
  const mixed = plain(compare(check, exampleRun()))
  expect(mixed).toContain('A is a check and B is a plain run')
  expect(mixed).toContain('no benchmarks in common')
  expect(plain(compare(check, check))).toContain('A and B are checks.')
  const other = exampleRun((run) => {
    run.suite.name = 'standard'
  })
  expect(plain(compare(exampleRun(), other))).toContain('A ran the suite quick and B ran the suite standard')
})

test('a note of both runs is listed once, after those of one run; all beyond the fourth are folded', () => {
  const noted = (...texts: string[]) =>
    exampleRun((run) => {
      run.notes = texts.map((text) => ({ code: 'x', text }))
    })
  const page = compare(noted('both', 'one', 'shared', 'two'), noted('shared', 'three', 'both', 'four'))
  const [open, folded] = page.split('<details><summary>2 more notes</summary>') as [string, string]
  const notesIn = (part: string) => [...part.matchAll(/<li>((?:A|B)[^<]*)<\/li>/g)].map(([, text]) => text)
  expect(notesIn(open)).toEqual(['A: one', 'A: two', 'B: three', 'B: four'])
  expect(notesIn(folded)).toEqual(['A and B: both', 'A and B: shared'])
  expect(compare(noted('1', '2'), noted('3', '4'))).not.toContain('more note')
})

test('a note leads with its first sentence, and its other sentences are folded', () => {
  const noted = exampleRun((run) => {
    run.notes = [{ code: 'x', text: 'The host was busy. Its load was 3.5. Run again.' }]
  })
  expect(compare(noted, exampleRun())).toContain(
    '<li><details><summary>A: The host was busy.</summary><p>Its load was 3.5. Run again.</p></details></li>',
  )
})

test('runs whose benchmarks do not pair have the reason, and the benchmarks are folded', () => {
  const several = exampleRun((run) => {
    for (const id of ['lima', 'orbstack']) run.engines.push({ ...(run.engines[0] as Engine), id })
    run.engines.shift()
    for (const benchmark of run.benchmarks) benchmark.engine = 'lima'
  })
  const text = plain(compare(several, exampleRun()))
  expect(text).toContain('A has the engines lima, orbstack; B has the engine docker. They have none in common')
  const listed = benchmarkNamesIn(compare(several, exampleRun()))
  const [ofA, ofB] = [several, exampleRun()].map(({ benchmarks }) => benchmarks.length)
  expect(listed.map(([title]) => title)).toEqual([`${ofA} benchmarks only in A`, `${ofB} benchmarks only in B`])
  expect(listed.map(([, ...names]) => names.length)).toEqual([ofA, ofB])
  expect(listed[0]?.[1]).toBe('npm-ci small · native · lima')
  expect(plain(compare(exampleRun(), otherRun()))).not.toContain('nothing pairs')
})

test('the numbers of benchmarks add up, and every benchmark is in the table or in a list', () => {
  const [a, b] = [exampleRun(), otherRun()]
  b.benchmarks[0]?.metrics.forEach((metric) => {
    metric.unit = 'bytes'
  })
  const [total, page] = [a.benchmarks.length, compare(a, b)]
  expect(plain(page)).toContain(`A and B have ${total - 1} benchmarks in common; 1 only in A.`)
  const listed = benchmarkNamesIn(page)
  expect(listed.filter(([title]) => !title?.includes('common benchmarks'))).toEqual([
    ['1 benchmark in both runs, without a common primary metric', 'npm-ci small · native'],
    ['1 benchmark only in A', 'npm-ci small · volume · docker'],
  ])
  const [, table = ''] = page.split('Table of benchmarks')
  expect(table.match(/<tr role="row/g)).toHaveLength(total - 2)
})

test('benchmarks with the same property are counted, the first two are named, and all names are folded', () => {
  const lists = benchmarkNamesIn(compare(exampleRun(), exampleRun()))
  expect(lists.length).toBeGreaterThan(1)
  const some = lists.filter(([, ...names]) => names.length < 8)
  expect(some.length).toBeGreaterThan(1)
  for (const [title, ...names] of lists) {
    const named = [...names.slice(0, 2), ...(names.length > 2 ? ['…'] : [])].join(', ')
    expect(title).toBe(
      names.length === 8 ? 'all 8 common benchmarks' : `${names.length} of 8 common benchmarks (${named})`,
    )
  }
  expect(new Set(some.map(([title]) => title)).size).toBe(new Set(some.map((names) => names.join())).size)
})

test('without a cost, nothing is said about hollow marks or about how a cost is computed', () => {
  const page = plain(compare(checkDocument(EVERY_VERDICT), generatedRun()))
  expect(page).not.toMatch(/hollow|bootstrap/)
  const other = generatedRun()
  for (const benchmark of other.benchmarks) benchmark.workloadDigest = 'sha256:'.padEnd(71, '1')
  const unlike = plain(compare(exampleRun(), other))
  expect(unlike).toContain('different workload')
  expect(unlike).toContain('No common benchmark has a cost; the table says why.')
  expect(unlike).not.toMatch(/hollow|bootstrap/)
})

test('every “took longer” of a generated run has its mark, in the table and in the chart', () => {
  const text = plain(compare(exampleRun(), slowerRun()))
  expect(text).toContain('B takes longer')
  expect(text).not.toContain('not measured')
  for (const [a, b, mark] of [
    [exampleRun(), generatedRun(), 'B is generated, not measured'],
    [generatedRun(), exampleRun(), 'A is generated, not measured'],
    [generatedRun(), generatedRun(1.5), 'generated, not measured'],
  ] as const) {
    const page = compare(a, b)
    const [, table = ''] = page.split('Table of benchmarks')
    const said = [...table.matchAll(/took longer<\/span>(.{0,60})/g)]
    expect(said.length).toBeGreaterThan(0)
    for (const [, after] of said) expect(after).toContain(`<small class="warn">${mark}</small>`)
    expect(page).toMatch(new RegExp(`<title id="ratios-title">[^<]*; ${mark}</title>`))
    expect(page).toContain(`<strong class="warn">${mark[0]?.toUpperCase()}${mark.slice(1)}.</strong>`)
  }
})

test('what differs in the machines is above the figures in one glance, by subject, with the values', () => {
  const b = otherRun()
  const { mountType } = (exampleRun().engines[0] as Engine).effective
  b.engines.push({ ...(b.engines[0] as Engine), id: 'podman', product: 'Podman' })
  const [, glance = ''] = /<ul class="glance">(.*?)<\/ul>/.exec(compare(exampleRun(), b)) ?? []
  expect(glance.split('</li>').map(plain)).toEqual([
    'host : CPU model Example CPU → Another CPU',
    `engine docker : mount type ${mountType?.value} → 9p`,
    'engine podman : only in B',
    '',
  ])
})

test('digests and how a value is known are in the folded table only', () => {
  const b = exampleRun((run) => {
    for (const image of run.images) image.digest = 'sha256:'.padEnd(71, '1')
  })
  const [, machines = ''] = compare(exampleRun(), b).split('Machines: what differs')
  const [shown = '', folded = ''] = machines.split('<details>')
  expect(plain(shown)).toContain('Only details differ')
  expect(shown).not.toContain('sha256')
  expect(folded).toContain('sha256:111111111111…')
})

test('two runs without a common benchmark say so before all else', () => {
  const b = exampleRun((run) => {
    for (const benchmark of run.benchmarks) benchmark.workload = 'other'
  })
  const text = plain(compare(exampleRun(), b))
  expect(text).toMatch(/^A and B have no benchmark in common, so no cost is compared\. /)
  expect(text.match(/They have none in common/g)).toHaveLength(1)
  expect(plain(compare(exampleRun(), otherRun()))).not.toContain('no cost is compared')
})

test('texts of documents are escaped', () => {
  const attack = '"><img src=x onerror=x>\u202e\u0000'
  const hostile = exampleRun((run) => {
    run.host.cpu.model = attack
    run.notes = [{ code: 'x', text: attack }]
    run.suite.name = attack
    for (const benchmark of run.benchmarks) Object.assign(benchmark, { workload: attack })
  })
  const page = compare(hostile, { ...hostile, host: { ...hostile.host, kernel: attack } })
  for (const forbidden of ['<img', 'onerror=x>', '\u202e', '\u0000']) expect(page).not.toContain(forbidden)
  expect(page).toContain('&lt;img src=x onerror=x&gt;')
})

test('the choice is written to the address and read from it', () => {
  for (const choice of [
    { a: '', b: '' },
    { a: ID, b: '' },
    { a: ID, b: 'b'.repeat(26) },
  ]) {
    const address = comparisonAddress(choice)
    expect(readChoice(new URL(address, 'http://registry/').search)).toEqual(choice)
  }
  expect(comparisonAddress({ a: '', b: '' })).toBe('compare')
})

test.each([
  ['abcde23456', 200, '{}', '“abcde23456” is not the id of a run'],
  ['short', 200, '{}', '“short” is not the id of a run'],
  [ID, 404, '', `This registry has no run ${ID}`],
  [ID, 410, '', `Run ${ID} was deleted from this registry. Choose another run.`],
  [ID, 500, '', 'could not be loaded (HTTP status 500)'],
  [ID, 200, '<p>not JSON', 'is not a valid run document of version 1'],
  [ID, 200, '{"schemaVersion":1,"benchmarks":[null]}', 'is not a valid run document of version 1'],
])('loading run %s with status %i and body %s gives a sentence', async (id, status, text, sentence) => {
  expect(problemOf(await loadRun(id, NO_STATES, async () => ({ status, text })))).toContain(sentence)
})

test('a run is loaded from its own address, and a failed request gives a sentence', async () => {
  const requests: string[] = []
  const loaded = await loadRun(ID, NO_STATES, async (address) => {
    requests.push(address)
    return { status: 200, text: JSON.stringify(exampleRun()) }
  })
  expect(loaded).toEqual({ id: ID, document: exampleRun(), state: null })
  expect(requests).toEqual([`runs/${ID}.json`])
  expect(problemOf(await loadRun(ID, NO_STATES, () => Promise.reject(new TypeError('offline'))))).toContain(
    'could not be loaded',
  )
})

test('a withdrawn run is shown with its state; if the states cannot be loaded, no run is shown', async () => {
  const answer = async () => ({ status: 200, text: JSON.stringify(exampleRun()) })
  const a = await loadRun(ID, Promise.resolve({ [ID]: 'withdrawn' }), answer)
  expect(plain(renderStatic(ChosenRuns({ choice: { a: ID, b: '' }, sides: { a, b: null } })))).toContain(
    'This run is withdrawn; see its page.',
  )
  const unknown = Promise.reject(new Error('not there'))
  expect(problemOf(await loadRun(ID, unknown, answer))).toContain('could not be loaded')
})

const CANDIDATE: RunEntry = {
  ...{ id: ID, startedAt: '2026-01-01', suite: 'quick', suiteVersion: 1, kind: 'run', os: 'macos', system: 'macOS' },
  ...{ cpu: 'M1', provenanceLevel: 'self-reported', origin: 'measured', project: '', projectKey: '', engines: [] },
  ...{ workloads: [], scenarios: [], figure: '', status: [], counts: '', sourceVersion: '', benchmarks: 1, samples: 5 },
}

test('a transcription has the version of its source, offered and chosen', () => {
  const [version, commit] = ['96bb1c1', `96bb1c1${'0'.repeat(33)}`]
  const run = exampleRun((run) => {
    const citation = { authors: ['A'], published: '2025-01-04', title: 'T', url: 'https://a.test/', version: commit }
    run.origin = { kind: 'transcribed', citation }
  })
  const choice = { a: ID, b: '' }
  const offered = Candidates({ side: 'b', choice, runs: [{ ...CANDIDATE, sourceVersion: version }, CANDIDATE] })
  const sides = { a: { id: ID, document: run, state: null }, b: null }
  for (const page of [renderStatic(createElement('ul', null, offered)), renderStatic(ChosenRuns({ choice, sides }))])
    expect(plain(page).match(/version \w+ of the source/g)).toEqual(['version 96bb1c1 of the source'])
})

function transcribedRun(suite: string, workload: string): RunDocument {
  return exampleRun((run) => {
    const citation = {
      authors: ['Ada King', 'B. Kim'],
      published: '2026-02-16',
      title: 'Slow?',
      url: 'https://a.test/',
    }
    run.origin = { kind: 'transcribed', citation }
    Object.assign(run.suite, { name: suite, version: 1 })
    for (const benchmark of run.benchmarks) if (benchmark.workload === 'npm-ci') benchmark.workload = workload
  })
}

test('each side says whether it was measured, transcribed or generated, and by whom it was measured', () => {
  const side = (document: RunDocument) => {
    const a = { id: ID, document, state: null }
    const page = renderStatic(ChosenRuns({ choice: { a: ID, b: '' }, sides: { a, b: null } }))
    return page.split('<h3>B</h3>')[0] ?? ''
  }
  expect(side(exampleRun())).toContain('<strong class="badge own">Measured</strong>')
  expect(side(generatedRun())).toContain('<span class="flag generated">generated, not measured</span>')
  expect(side(generatedRun())).not.toContain('Measured</strong>')
  const transcribed = side(transcribedRun('docker-internals-guide', 'x'))
  expect(plain(transcribed)).toContain(
    'Transcribed from a source Measured by Ada King, B. Kim, not by Plimsoll: Slow? errata of this source',
  )
  expect(transcribed).toContain('<a class="flag" href="errata#startup-2026">')
  expect(transcribed).toContain('<a href="https://a.test/" rel="noreferrer">Slow?</a>')
  expect(side(transcribedRun('other', 'x'))).not.toContain('errata')
})

test('a figure of a workload with an erratum links to it, whichever side has the erratum', () => {
  const faulty = transcribedRun('docker-internals-guide', 'metadata-operations')
  const other = transcribedRun('other', 'metadata-operations')
  for (const [a, b] of [
    [faulty, other],
    [other, faulty],
    [faulty, faulty],
  ] as const) {
    const page = compare(a, b)
    const rows = page.split('Table of benchmarks')[1]?.match(/<tr role="row.*?<\/tr>/g) ?? []
    expect(rows.filter((row) => row.includes('metadata-operations')).length).toBeGreaterThan(0)
    for (const row of rows.filter((row) => row.includes('</td>')))
      expect(row.match(/href="errata#metadata-rewritten"/g) ?? []).toHaveLength(
        row.includes('metadata-operations') ? 1 : 0,
      )
  }
  expect(compare(other, other)).not.toContain('errata#')
})

test.each([
  ['', '', 'Choose A, then B.'],
  [ID, '', 'A is chosen. Choose B.'],
  ['', ID, 'B is chosen. Choose A.'],
])('with A “%s” and B “%s” chosen, the next step is said', (a, b, step) => {
  expect(plain(renderStatic(ChosenRuns({ choice: { a, b }, sides: { a: null, b: null } })))).toContain(`Runs ${step} A`)
})

test('without a query, the newest run of each machine is offered first', () => {
  const run = (id: string, cpu: string) => ({ ...CANDIDATE, id, cpu })
  const runs = [run('a1', 'M1'), run('a2', 'M1'), run('b1', 'M2'), run('b2', 'M2'), run('c1', 'M4')]
  const idsOf = (query: string, other: string) => findCandidates(runs, query, other).map(({ id }) => id)
  expect(idsOf('', '')).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  expect(idsOf('', 'a1')).toEqual(['a2', 'b1', 'c1', 'b2'])
  expect(idsOf('quick', '')).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
})

test('runs that may have a benchmark in common with the other run are offered first, and no invented one before a real one', () => {
  const run = (id: string, workloads: string[], change: Partial<RunEntry> = {}) => ({
    ...{ ...CANDIDATE, id, cpu: id, workloads },
    ...change,
  })
  const runs = [
    run('other', ['b']),
    run('check', ['a'], { kind: 'check' }),
    run('invented', ['a', 'b'], { origin: 'generated' }),
    run('common', ['c', 'a']),
    run('a', ['a', 'd']),
  ]
  const idsOf = (query: string, other: string) => findCandidates(runs, query, other).map(({ id }) => id)
  expect(idsOf('', 'a')).toEqual(['invented', 'common', 'other', 'check'])
  expect(idsOf('macos', 'a')).toEqual(['common', 'other', 'check', 'invented'])
  expect(idsOf('', '')).toEqual(['other', 'check', 'invented', 'common', 'a'])
})

test('the line above the offered runs says to type, and to type more if a text is there', () => {
  expect(describeCandidates(27, 8, '')).toBe('8 of 27 runs shown; type to find others.')
  expect(describeCandidates(27, 8, 'docker')).toBe('8 of 27 runs shown; type more words to narrow.')
})

test.each([
  [[1.1, 0.98], 0.95],
  [[0.2, 9], 0.1],
  [[1e-6, 1e4], 1e-6],
  [[1.6, 3.8], 0.95],
  [[1], 0.95],
])('the axis of %j includes every ratio and 1, with few round ticks', (ratios) => {
  const axis = ratioAxis(ratios)
  expect(axis.ticks).toContain(1)
  expect(axis.ticks.length).toBeGreaterThan(2)
  expect(axis.ticks.length).toBeLessThan(13)
  for (const value of [...ratios, ...axis.ticks]) {
    expect(positionOnAxis(axis, value)).toBeGreaterThanOrEqual(0)
    expect(positionOnAxis(axis, value)).toBeLessThanOrEqual(1)
  }
  for (const tick of axis.ticks) expect(String(tick).length).toBeLessThan(9)
})

test.each([[[0.45, 0.6, 0.9]], [[0.52]], [[0.7]], [[0.5]], [[0.3, 0.45]], [[0.35, 1.3]], [[0.42, 1.6]], [[0.6, 2.3]]])(
  'the lowest mark of %j is not far left of the first label, on a narrow screen either',
  (ratios) => {
    const axis = ratioAxis(ratios)
    // A narrow screen shows every second tick, and the one at 1.
    const narrow = axis.ticks.filter((_, at) => at % 2 === axis.ticks.indexOf(1) % 2)
    const first = narrow[0] as number
    expect(positionOnAxis(axis, first) - positionOnAxis(axis, Math.min(...ratios))).toBeLessThan(0.15)
    expect(narrow.length).toBeGreaterThan(1)
    expect(positionOnAxis(axis, Math.min(...ratios))).toBeLessThan(0.35)
  },
)

/** Returns the folded lists of benchmarks of a page: the title of each, then the names. */
function benchmarkNamesIn(page: string): string[][] {
  const lists = page.matchAll(/<summary>([^<]*)<\/summary><ul class="benchmark-names">(.*?)<\/ul>/g)
  return [...lists].map(([, title = '', names = '']) => [title, ...names.split('</li>').map(plain).filter(Boolean)])
}

function problemOf(loaded: LoadedRun): string {
  return 'problem' in loaded ? loaded.problem : 'none'
}

function plain(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
