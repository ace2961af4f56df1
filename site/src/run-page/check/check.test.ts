import {
  type Check,
  describeCounts,
  formatChange,
  formatChanges,
  formatLevel,
  judgeRun,
  type RunDocument,
  validateRun,
} from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { type CheckOptions, checkDocument, EVERY_VERDICT } from '../../../../schema/test/check-document.ts'
import { exampleRun, TEMPLATE } from '../../testing.ts'
import { renderRun } from '../testing.ts'

const INTERVAL = / [+−]\S+ to [+−]\S+ \(\S+%\)/g

test('the documents of these tests are valid, and the looks stopped their benchmarks', () => {
  for (const document of [checkRun(), withAbsent()]) expect(validateRun(document)).toEqual([])
  expect(checkRun().benchmarks.map(({ samples }) => samples.length)).toEqual([
    50, 14, 50, 10, 10, 10, 10, 14, 14, 10, 10, 50, 50,
  ])
})

test('a check begins with the counts of its verdicts', () => {
  const page = render(checkRun())
  const tally = /<h1>[^<]*: (.*?)<\/h1>/.exec(page)?.[1]?.replaceAll(/<[^>]+>/g, '')
  expect(tally).toBe('1 slower (+17.6%) · 1 faster (−11.0%) · 3 not slower · 1 inconclusive')
  expect(tally).toBe(describeCounts(judged(checkRun())))
  expect(page).toMatch(/<p class="eyebrow">Check <code>/)
  expect(page.indexOf('<h1>')).toBeLessThan(page.indexOf('class="notices"'))
  expect(page.indexOf('id="verdicts"')).toBeLessThan(page.indexOf('id="results"'))
})

test('each benchmark has its verdict, estimate, values that agree with it, and rounds, in order of importance', () => {
  const rows = verdictRows(render(checkRun()))
  expect(rows.map((row) => row.replaceAll(INTERVAL, '').replaceAll(/ at most \S+/g, ' at most'))).toEqual([
    'npm-ci small · bind · docker | slower | +17.6% | 8.26 s | 9.71 s | 14',
    'create-many small · bind · docker | inconclusive at most | +3.9% | 362 ms | 376 ms | 50',
    'npm-ci small · volume · docker | faster | −11.0% | 3.20 s | 2.85 s | 14',
    'npm-ci small · native | not slower at most | +0.2% | 3.02 s | 3.02 s | 10',
    'npm-ci small · layer · docker | not slower at most | −0.9% | 3.40 s | 3.37 s | 10',
    'create-many small · layer · docker | not slower at most | −2.0% | 200 ms | 196 ms | 10',
    'base against itself npm-ci small · bind · docker | null pair | +0.7% | 8.04 s | 8.10 s second base | 50',
  ])
})

test('an inconclusive benchmark has its CPU time below its bound, and the method has both levels', () => {
  const page = render(
    checkDocument([
      { spread: 1.2, cpu: { factor: 1.09 } },
      { scenario: 'bind', cpu: {} },
    ]),
  )
  expect(verdictRows(page).filter((row) => row.includes('CPU time'))).toEqual([
    expect.stringMatching(/ \| inconclusive at most \S+ CPU time \+\S+ \(\+\S+ to \+\S+\) \| /),
  ])
  expect(page).toContain('with p of at most 0.1%')
  expect(page).toContain('gives p of at most 0.9%')
})

test('each row has the interval of its verdict with its level; “at most” is the upper end', () => {
  const { benchmarks } = judged(checkRun())
  const rows = verdictRows(render(checkRun()))
  for (const { benchmark, interval, verdict } of benchmarks) {
    const row = rows.find((text) => text.startsWith(`${benchmark} |`)) ?? ''
    const [low = 0, high = 0] = interval?.ends ?? []
    expect(row).toContain(` ${formatChanges([low, high])} (${formatLevel(interval?.level ?? 0)})`)
    expect(row.includes(`at most ${formatChange(high)}`)).toBe(verdict !== 'slower' && verdict !== 'faster')
  }
})

test('the chart has every benchmark and the null pair, and a text alternative with all figures', () => {
  const page = render(checkRun())
  const figure =
    /<section aria-labelledby="verdicts">.*?<figure class="chart"[^>]*>(.*?)<\/figure>/s.exec(page)?.[1] ?? ''
  expect(figure.match(/<svg role="img"/g)).toHaveLength(1)
  const description = /<desc id="change-desc">(.*?)<\/desc>/.exec(figure)?.[1]
  expect(description).toMatch(/^npm-ci small · bind · docker: \+17\.6%, interval \+\S+ to \+\S+, slower; /)
  expect(description).toMatch(/; base against itself: \+0\.7%, interval −\S+ to \+\S+\. The table has the figures\.$/)
  const marks = [...figure.matchAll(/<use href="#([a-z-]+)" class="([a-z -]+)"/g)].map(
    ([, shape, name]) => `${shape} ${name}`,
  )
  expect(marks).toEqual([
    'triangle-up slower',
    'circle inconclusive hollow',
    'triangle-down faster',
    'diamond ink hollow',
  ])
  const [, dots = ''] = /<path class="estimates not-slower" d="([^"]*)"/.exec(figure) ?? []
  expect(dots.match(/z/g)).toHaveLength(3)
  for (const mark of marks) expect(page).toContain(` id="${mark.split(' ')[0]}"`)
})

test('noise, method and effort are those of this check', () => {
  const text = plain(render(checkRun()))
  expect(text).toMatch(
    /in each of 50 rounds, as second base\. Base and second base differed by \+0\.7% \(99% interval −\S+ to \+\S+, p = 0\.\d+\)\./,
  )
  expect(text).toContain('Each benchmark is analyzed after 10, 14, 20, 28, 38, 50 rounds')
  expect(text).toContain('With 6 benchmarks, nothing can be reported before round 14.')
  expect(text).toContain(
    'The check took 302 samples in about 24.7 min. The benchmark with the most rounds took 50 of at most 50 rounds.',
  )
  expect(text).toContain('commit 0123456789 ')
})

test('effort is in rounds if the samples have no offsets', () => {
  const document = checkRun()
  for (const { samples } of document.benchmarks) for (const sample of samples) sample.offset = null
  const page = render(document)
  expect(page).toContain(
    'The check took 50 of at most 50 rounds. The time is unknown, because the samples have no durations.',
  )
})

test('an unreliable check has no verdicts, gives the reason, and keeps its data', () => {
  const page = render(checkRun({ bias: 1.08 }))
  const text = plain(page)
  expect(text).toContain('unreliable: no verdict')
  expect(text).toContain(
    'Measured against itself in npm-ci small · bind · docker, the base already differs by +8.8% (99% interval',
  )
  expect(text).toContain('Because this p is at most 1%, the check is unreliable')
  const rows = verdictRows(page)
  expect(rows.filter((row) => row.includes(' | not reported | '))).toHaveLength(6)
  expect(rows.join()).not.toMatch(/slower|faster|at most/)
})

test('a check that was interrupted before its first look has no estimate and no chart', () => {
  const page = render(checkRun({ cutOff: 8 }))
  expect(verdictRows(page)[0]).toBe(
    'npm-ci small · bind · docker | inconclusive too few rounds | – | 8.33 s | 9.68 s | 8',
  )
  expect(page).not.toContain('change-desc')
})

test('a check that was interrupted between looks has the verdicts of the last look', () => {
  const rows = verdictRows(render(checkRun({ cutOff: 16 })))
  expect(rows.find((row) => row.startsWith('create-many small · bind'))).toMatch(/inconclusive at most .* \| 14 of 16$/)
})

test('benchmarks without a verdict are counted and named, and the table of samples has the reasons', () => {
  const page = render(withAbsent())
  expect(describeCounts(judged(withAbsent()))).toMatch(/1 inconclusive · 1 failed · 1 unsupported$/)
  expect(verdictRows(page)).toContain('create-many small · volume · docker | failed (base) | – | – | – | 0')
  expect(page).toContain('8 benchmarks of base and head, 312 samples')
  expect(page).toContain('<li>1 of 16 variants failed; the table says why.</li>')
  // A benchmark that failed counts as tested; a benchmark that cannot run does not.
  expect(page).toContain('With 7 benchmarks, nothing')
  expect(page).toContain('the directory is not shared with this engine')
})

test('without a null pair, the noise of the job is unknown', () => {
  const page = render(checkRun({ bias: null }))
  expect(page).toContain('Base was not measured a second time')
  expect(verdictRows(page)).toHaveLength(6)
})

test('two engines as variants are named above their medians', () => {
  const variant = (engine: string) => ({ commit: null, engine, image: null })
  const document = checkRun({ variants: { base: variant('docker'), head: variant('podman') } })
  Object.assign(document.engines[1] ?? {}, { product: 'Podman' })
  const page = render(document)
  expect(page).toMatch(/Base<small>docker<\/small>.*Head<small>podman<\/small>/)
  expect(verdictRows(page)[0]).toMatch(/^npm-ci small · bind \| slower/)
  expect(samplesOf(page, 'bind').slice(0, 2)).toEqual(['Docker Engine bind base', 'Podman bind head'])
})

test('base, head and second base are next to each other among the samples', () => {
  const document = checkRun()
  document.benchmarks.push(...document.benchmarks.splice(2, 1))
  const page = render(document)
  expect(samplesOf(page, 'bind').slice(0, 3)).toEqual([
    'Docker Engine bind base',
    'Docker Engine bind head',
    'Docker Engine bind second base',
  ])
  expect(page).toContain('Highest: 9.68 s, bind on Docker Engine, head')
  expect(page).toContain('Samples of the variants')
})

test('a plain run has no verdicts; a check with other looks has none either, and the page says so', () => {
  const other = checkRun()
  other.design.looks = [5, 10]
  const pages = [render(exampleRun()), render(other)]
  for (const page of pages) {
    expect(page).toContain('<p class="eyebrow">Run <code>')
    expect(page).not.toMatch(/class="verdict|id="verdicts"|second base/)
  }
  const sentence = '<p class="lede">No verdict: this check analyses its samples after 5, 10 rounds. Its'
  expect(pages.map((page) => page.includes(sentence))).toEqual([false, true])
})

test('no text of a check becomes markup', () => {
  const attack = '"><img src=x onerror=x>\u202e\u0000'
  const document = checkRun()
  const variant = { commit: attack, engine: attack, image: attack }
  document.design.variants = { base: variant, head: variant }
  for (const benchmark of document.benchmarks) {
    const { workload, scenario, samples } = benchmark
    benchmark.metrics = benchmark.metrics.map((metric) => ({ ...metric, name: attack }))
    for (const sample of samples) sample.values = { [attack]: sample.values.duration as number }
    Object.assign(benchmark, { workload: attack, scenario: attack, engine: benchmark.engine && attack })
    benchmark.params = { [attack]: workload, place: scenario }
  }
  const page = render(document)
  expect(page).toContain('<h1>')
  for (const forbidden of ['<img', '<script>', '<script src', 'onerror=x>', '\u202e', '\u0000'])
    expect(page).not.toContain(forbidden)
  expect(page.match(/&lt;img src=x onerror=x&gt;/g)?.length).toBeGreaterThan(40)
})

function checkRun(options?: CheckOptions): RunDocument {
  return checkDocument(EVERY_VERDICT, options)
}

function withAbsent(): RunDocument {
  const failed = { variant: 'base', status: 'failed', reason: '1 of 3 samples failed: exit code 1', rounds: 0 } as const
  const reason = 'the directory is not shared with this engine'
  return checkDocument([
    ...EVERY_VERDICT,
    { workload: 'create-many', scenario: 'volume', ends: failed },
    { workload: 'create-many', scenario: 'bind-volume', ends: { ...failed, status: 'unsupported', reason } },
  ])
}

function judged(document: RunDocument): Check {
  return judgeRun(document) as Check
}

function render(document: RunDocument): string {
  return renderRun(document, [], TEMPLATE)
}

function verdictRows(page: string): string[] {
  return [...page.matchAll(/<tr data-verdict="[^"]*" role="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .split('</td>')
      .flatMap((benchmark) => benchmark.split('</th>'))
      .map(plain)
      .filter((text) => text !== '')
      .join(' | '),
  )
}

/** Returns the engine, scenario and variant of the rows of a scenario in the table of samples. */
function samplesOf(page: string, scenario: string): string[] {
  return [...page.matchAll(/<tr class="[a-z-]+" role="row">(<th scope="row".*?)<\/td>/gs)]
    .map(([, row = '']) => plain(row))
    .filter((row) => row.includes(` ${scenario} `))
}

function plain(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
