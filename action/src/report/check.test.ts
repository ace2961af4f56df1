import { readFileSync } from 'node:fs'
import { type Metric, type RunDocument, readRun } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { checkDocument, VARIANTS, type Work } from '../../../schema/test/check-document.ts'
import { BROKEN, noted, UNABLE, works } from '../../test/comment/jobs.ts'
import { type CheckReport, checkReport } from './check.ts'
import { checkSections } from './check-section.ts'
import { CPU_TIME, confidenceText, cpuTexts, FOR_ONE, FOR_REPORTS, methodTexts, probablyText } from './check-texts.ts'
import { FORMATS, render } from './formats.ts'
import { runReport } from './run-report.ts'

const renderReport = (run: ReturnType<typeof readRun>, format: string) => render(runReport(run), format)

const RATE: Metric[] = [
  { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' },
  { name: 'duration', unit: 'ns', better: 'lower', primary: false },
]

const BUSY = 'The machine was busy when the run began: a load of 3.1 on 4 CPUs.'
const slower = () => checkDocument(works({}, {}, { factor: 1.17 }))

test('the page on pull requests explains the two levels of intervals as the comment does', () => {
  const text = confidenceText(checkReport(slower()) as CheckReport)
  expect(text).toBe(`Confidence of the intervals in brackets: 96.8% ${FOR_ONE}; 99.96% ${FOR_REPORTS}.`)
  const page = readFileSync(new URL('../../../site/docs/pull-requests.md', import.meta.url), 'utf8').replaceAll(
    /\s+/g,
    ' ',
  )
  for (const sentence of [`96.8% ${FOR_ONE}`, FOR_REPORTS]) expect(page).toContain(sentence.replaceAll(/[“”]/g, '"'))
})

test('“probably” is explained where a benchmark is probably slower or faster, but not certainly', () => {
  const report = (work: Work, options = {}) => checkReport(checkDocument([work], options)) as CheckReport
  const MEANING = '“Probably”: the interval at 96.8% excludes 0, but the change does not meet the rule for a report.'
  expect(probablyText(report({ spread: 0.01, factor: 0.97 }))).toBe(MEANING)
  expect(probablyText(checkReport(checkDocument(works({}, { spread: 0.4, factor: 1.06 }))) as CheckReport)).toBe(
    MEANING,
  )
  expect(probablyText(report({ spread: 0.12, factor: 1.045 }, { bias: null, seed: 4 }))).toBeNull()
  expect(probablyText(report({ factor: 1.3 }))).toBeNull()
})

test('CPU times of which base differs from itself are not reported, and that is said', () => {
  const document = checkDocument([{ spread: 1.2, factor: 1.09, cpu: { factor: 1.09 } }])
  const textsOf = () => cpuTexts(checkReport(document) as CheckReport)
  expect(textsOf()).toEqual([CPU_TIME])
  for (const { samples, variant } of document.benchmarks)
    for (const { cpu } of samples) if (cpu && variant === 'second-base') cpu.user *= 1.1
  expect(textsOf()).toEqual(['CPU times are not reported: base already differs from itself in them.'])
  expect(cpuTexts(checkReport(slower()) as CheckReport)).toEqual([])
})

test('the smallest slowdown that a job can see is the larger bound of the interval of its null pair', () => {
  const report = checkReport(slower()) as CheckReport
  type NullPair = NonNullable<CheckReport['nullPair']>
  const nullPair: NullPair = { ...(report.nullPair as NullPair), interval: [-0.062, 0.03] }
  const textsOf = (pair: CheckReport['nullPair']) => methodTexts({ ...report, nullPair: pair }).at(-1)
  expect(textsOf(nullPair)).toMatch(
    /^Smallest slowdown that this job can see in npm-ci .*: about 6\.2%\. Measured twice /,
  )
  expect(textsOf({ ...nullPair, interval: [-0.01, 0.034] })).toContain(': about 3.4%. ')
  expect(textsOf(null)).toContain('is unknown')
})

const DOCUMENTS: Record<string, () => RunDocument> = {
  'all-clear': () => checkDocument(works()),
  'one-slower': slower,
  every: () => checkDocument(works({ factor: 1.3 }, { factor: 0.8 }, { spread: 1.8 }, { factor: 1.12, spread: 0.2 })),
  inconclusive: () => checkDocument(works({}, { spread: 1.2 }, { factor: 1.04, spread: 0.4 })),
  'cpu-time': () =>
    checkDocument(
      works({ cpu: {} }, { spread: 1.2, factor: 1.09, cpu: { factor: 1.09 } }, { spread: 1.2, cpu: { factor: 1 } }),
    ),
  unreliable: () => noted(checkDocument(works({}, { factor: 1.3 }), { bias: 1.05 }), 'busy', BUSY),
  partial: () => checkDocument(works({}, { spread: 1.2 }, {}), { cutOff: 17, seed: 3 }),
  'before-the-first-look': () => checkDocument(works(), { cutOff: 7, bias: null }),
  'failed-and-unsupported': () => checkDocument(works({}, { ends: UNABLE }, {}, { factor: 1.2 }, { ends: BROKEN })),
  'two-engines': () =>
    checkDocument(works({}, {}, { factor: 0.7 }), {
      variants: variantsOf('docker', 'podman', 'debian:13', 'debian:14'),
    }),
  rate: () =>
    checkDocument([
      { workload: 'sequential-write', params: { bytes: 2 ** 28 }, middle: 500_000, factor: 0.8, metrics: RATE },
    ]),
}

function variantsOf(base: string | null, head: string | null, ...images: string[]): typeof VARIANTS {
  const [one = null, other = null] = images
  return {
    base: { ...VARIANTS.base, engine: base, image: one },
    head: { ...VARIANTS.head, engine: head, image: other },
  }
}

const run = (name: string) => readRun(JSON.stringify((DOCUMENTS[name] as () => RunDocument)()))

describe.each(Object.keys(DOCUMENTS))('a check: %s', (name) => {
  test.each([
    ['table', 'txt'],
    ['markdown', 'md'],
  ] as const)('as %s equals its golden file', async (format, ending) => {
    await expect(renderReport(run(name), format)).toMatchFileSnapshot(`golden/check-${name}.${ending}`)
  })
})

test.each(['every', 'cpu-time', 'failed-and-unsupported', 'rate', 'unreliable'])(
  'a check: %s as csv equals its golden file',
  async (name) => {
    await expect(renderReport(run(name), 'csv')).toMatchFileSnapshot(`golden/check-${name}.csv`)
  },
)

test('rows are sorted and coloured by urgency; in an unreliable check they keep the order of the document', () => {
  const rowsOf = (name: string) => checkSections(run(name).document)[0]?.rows ?? []
  const seen = rowsOf('every').map(({ fields, colour }) => `${fields[1]?.split(':')[0]} ${colour}`)
  expect(seen).toEqual([
    'slower red',
    'slower red',
    'inconclusive yellow',
    'faster green',
    'not slower dim',
    'not slower dim',
  ])
  expect(rowsOf('unreliable').map(({ fields }) => fields[0])).toEqual(
    run('unreliable')
      .document.benchmarks.filter(({ variant }) => variant === 'base')
      .map(
        ({ params, scenario, workload }) => `${workload} ${'files' in params ? 'files=10000' : 'small'} · ${scenario}`,
      ),
  )
})

test('medians use the rounds of the verdict, the same for both variants', () => {
  const document = slower()
  const [row] = checkReport(document)?.benchmarks ?? []
  const values = (variant: string) =>
    document.benchmarks
      .find(
        (benchmark) =>
          benchmark.variant === variant && benchmark.scenario === 'bind' && benchmark.workload === 'npm-ci',
      )
      ?.samples.map(({ values }) => Number(values.duration))
      .sort((a, b) => a - b) ?? []
  const middle = (sorted: number[]) => ((sorted[6] as number) + (sorted[7] as number)) / 2
  expect(row).toMatchObject({ rounds: 14, medians: { base: middle(values('base')), head: middle(values('head')) } })
})

test('JSON has the check as numbers, beside the rows of each variant', () => {
  const { check, rows, steps } = JSON.parse(renderReport(run('two-engines'), 'json'))
  expect(check).toMatchObject({
    status: 'reliable',
    alpha: 0.01,
    threshold: 0.05,
    family: 6,
    earliestReport: 14,
    complete: true,
  })
  expect(check.benchmarks[0]).toMatchObject({
    workload: 'npm-ci',
    params: { size: 'small' },
    scenario: 'bind',
    engines: { base: 'docker', head: 'podman' },
    metric: { name: 'duration', unit: 'ns', better: 'lower' },
    rounds: 14,
    verdict: 'faster',
    absence: null,
  })
  expect(check.nullPair).toMatchObject({ rounds: 14, biased: false })
  expect(check.effort.rounds).toBe(14)
  expect(rows.map(({ variant }: { variant: string }) => variant)).toContain('second-base')
  expect(Array.isArray(steps)).toBe(true)
})

test('benchmarks of only one variant are listed, and too many benchmarks to report are mentioned', () => {
  const document = slower()
  document.benchmarks = document.benchmarks.filter(
    ({ variant, scenario }) => variant !== 'head' || scenario !== 'volume',
  )
  expect(checkReport(document)?.alone).toEqual([
    'npm-ci small · volume · docker · base',
    'metadata files=10000 · volume · docker · base',
  ])
  const text = renderReport(readRun(JSON.stringify(document)), 'table')
  expect(text).toContain('In one variant only, so not compared: npm-ci small · volume · docker · base;')
  const planned = { ...document, design: { ...document.design, looks: [10] } }
  expect(renderReport(readRun(JSON.stringify(planned)), 'table').replaceAll(/\s+/g, ' ')).toContain(
    'none can be reported as slower or faster within the planned rounds',
  )
})

test('a check with unsupported looks states in every format why it has no verdict', () => {
  const document = slower()
  document.design.looks = [5, 10]
  const run = readRun(JSON.stringify(document))
  const sentence = 'No verdict: this check analyses its samples after 5, 10 rounds. Its error rates are unknown'
  expect(renderReport(run, 'table').replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`^! ${sentence}`))
  expect(renderReport(run, 'markdown')).toMatch(new RegExp(`^\\*\\*${sentence}.*\\*\\*\n\n###`))
  const { check, noVerdict } = JSON.parse(renderReport(run, 'json'))
  expect({ check, noVerdict }).toEqual({ check: null, noVerdict: expect.stringContaining(sentence) })
  const [header, ...lines] = renderReport(run, 'csv').split('\n')
  expect(header).toMatch(/,reason,no_verdict$/)
  for (const line of lines) expect(line).toContain(`,"${sentence}`)
  for (const format of FORMATS) {
    const plain = readRun(JSON.stringify({ ...document, design: { ...document.design, looks: [] } }))
    expect(renderReport(plain, format)).not.toMatch(/no.?verdict|"check"/i)
  }
})
