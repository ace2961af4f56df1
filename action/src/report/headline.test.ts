import type { RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument, type Work } from '../../../schema/test/check-document.ts'
import { type CheckReport, checkReport } from './check.ts'
import { checkHeadline, headlineText, nameRows, verdictsHeadline } from './headline.ts'

const headline = (document: RunDocument) => checkHeadline(checkReport(document) as CheckReport)
const text = (...[works, options]: Parameters<typeof checkDocument>) =>
  headlineText(headline(checkDocument(works, options)))

const BIND: Work = { scenario: 'bind', middle: 8.1e9 }

test('one slower benchmark is named, with its values and its change', () => {
  const { more } = headline(checkDocument([{}, { ...BIND, factor: 1.17 }]))
  expect(text([{}, { ...BIND, factor: 1.17 }])).toMatch(
    /^🔴 Plimsoll: 1 of 2 benchmarks slower: npm ci on a bind mount, 8\.\d\d → 9\.\d\d s, \+1\d\.\d%$/,
  )
  expect(more).toMatch(
    /^The slowdown is between \+\d+\.\d% and \+\d+\.\d% \(99\.\d+% interval\)\. No slowdown: 1 benchmark \(at most \d\.\d% slower, with 95% confidence\)\.$/,
  )
})

test('of several slower benchmarks the worst is in the headline, and the second line names three more', () => {
  const works = [1.3, 1.5, 1.4, 1.2, 1.6].map((factor, files) => ({ params: { files }, factor }))
  const { more } = headline(checkDocument(works))
  expect(text(works)).toMatch(
    /^🔴 Plimsoll: 5 of 5 benchmarks slower, worst: npm ci \(files=4\) .*, 1\.\d\d → 1\.\d\d s, \+\d\d\.\d%$/,
  )
  expect(more?.match(/files=\d/g)).toEqual(['files=1', 'files=2', 'files=0'])
  expect(more).toMatch(/; 1 more\.$/)
})

test('slower benchmarks of one workload whose intervals overlap may not differ, and none of them is the worst', () => {
  const noisy: Work[] = [
    { factor: 1.4, spread: 0.3 },
    { ...BIND, factor: 1.5, spread: 0.3 },
    { scenario: 'volume', factor: 1.45, spread: 0.3 },
  ]
  expect(text(noisy.slice(0, 2))).toMatch(
    /^🔴 Plimsoll: 2 of 2 benchmarks slower: npm ci on a bind mount \+\d\d\.\d%, npm ci in the container's layer \+\d\d\.\d%$/,
  )
  expect(headline(checkDocument(noisy.slice(0, 2))).more).toMatch(
    /^The same slowdown, between \d\d\.\d% and \d\d\.\d%, would fit both benchmarks: they may not differ from each other\.$/,
  )
  expect(headline(checkDocument([...noisy, { workload: 'metadata' }])).more).toMatch(
    / would fit all 3 benchmarks: they may not differ from each other\. No slowdown: 1 benchmark /,
  )
  const rowOf = (row: CheckReport['benchmarks'][number], interval: [number, number]) => ({ ...row, interval })
  const report = checkReport(checkDocument(noisy)) as CheckReport
  const withIntervals = (...intervals: [number, number][]) =>
    checkHeadline({ ...report, benchmarks: report.benchmarks.map((row, at) => rowOf(row, intervals[at] ?? [0, 0])) })
  // The first and the last have nothing in common.
  expect(withIntervals([0.5, 0.6], [0.3, 0.55], [0.2, 0.4]).title).toContain(', worst: ')
  expect(withIntervals([0.5, 0.6], [0.3, 0.55], [0.2, 0.52]).more).toMatch(
    /^The same slowdown, between 50\.0% and 52\.0%, would fit all 3 benchmarks: /,
  )
})

test('more CPU time leads where wall time is inconclusive, and the CPU time of others follows their range', () => {
  const noisy: Work = { spread: 1.2, factor: 1.09 }
  const works: Work[] = [
    { spread: 1.2, cpu: {} },
    { ...noisy, ...BIND, cpu: { factor: 1.09 } },
  ]
  expect(text(works)).toMatch(
    /^🔴 Plimsoll: more CPU time in 1 of 2 benchmarks: npm ci on a bind mount \+\S+% \(\+\S+% to \+\S+%\); wall time inconclusive for 2 of 2 benchmarks \(npm ci on a bind mount: between \S+% faster and \S+% slower\)$/,
  )
  expect(headline(checkDocument(works)).more).toMatch(
    /^Also inconclusive: npm ci in the container's layer: .*\S+%, CPU time at most \S+%\. /,
  )
  expect(text([{ ...noisy, cpu: {} }])).toMatch(/^⚪ Plimsoll: inconclusive .* slower, CPU time at most \S+%\)$/)
  expect(text([{ ...noisy, cpu: { factor: 0.9 } }])).toMatch(/^⚪ .*, CPU time −\S+% \(−\S+% to −\S+%\)\)$/)
  expect(text([{ ...noisy, cpu: { factor: 1.04, spread: 1 } }])).not.toContain('CPU')
  expect(text([...works, { scenario: 'volume', factor: 1.3, cpu: {} }])).toMatch(/^🔴 Plimsoll: 1 of 3 .* slower: /)
})

test('slower benchmarks of several workloads are not said to have the same slowdown', () => {
  const works = [
    { factor: 1.4, spread: 0.3 },
    { params: { size: 'cra' }, factor: 1.4, spread: 0.3 },
  ]
  expect(text(works)).toContain(', worst: ')
  expect(headline(checkDocument(works)).more).toMatch(/^Also slower: npm ci /)
})

test('the second line says what inconclusive means, with the threshold of each check', () => {
  const noisy = { scenario: 'volume', spread: 1.8 }
  const MEANING = 'a slowdown of 5% or more is neither certain nor ruled out'
  expect(headline(checkDocument([noisy])).more).toMatch(`Inconclusive: ${MEANING}. For a verdict, `)
  expect(headline(checkDocument([{ factor: 1.3 }, noisy])).more).toContain(` Inconclusive (${MEANING}): npm ci on a `)
  const rows = nameRows(checkReport(checkDocument([noisy])) as CheckReport)
  expect(verdictsHeadline([...rows, ...rows.map((row) => ({ ...row, threshold: 0.1 }))]).more).toContain(
    'a slowdown of 5% or 10% or more is',
  )
  expect(headline(checkDocument([{}])).more ?? '').not.toContain('Inconclusive')
})

test('what is uncertain is in the headline', () => {
  const ends = { variant: 'head', status: 'failed', reason: 'exit code 1', rounds: 3 } as const
  const noisy = { scenario: 'volume', spread: 1.8 }
  const inBase = { ...BIND, ends: { ...ends, variant: 'base' as const } }
  expect(text([{ factor: 1.3 }, noisy, inBase])).toMatch(/^🔴 .*; 1 inconclusive, 1 failed$/)
  expect(text([{}, noisy])).toMatch(
    /^⚪ Plimsoll: inconclusive for 1 of 2 benchmarks \(npm ci on a volume: between \d+(\.\d)?% faster and \d+(\.\d)?% slower\)$/,
  )
  expect(text([{}, inBase])).toMatch(/^⚪ Plimsoll: no slowdown in 1 of 2 benchmarks \(at most .*; 1 failed$/)
  expect(text([inBase])).toBe('⚪ Plimsoll: no benchmark was compared; 1 failed')
  expect(text([{}], { cutOff: 5, bias: null })).toBe(
    '⚪ Plimsoll: inconclusive for 1 of 1 benchmark: too few rounds; the run ended early',
  )
})

test('what head broke comes first', () => {
  const ends = { variant: 'head', status: 'failed', reason: 'exit code 1', rounds: 3 } as const
  const broken = { ...BIND, ends }
  expect(text([{}, broken])).toMatch(
    /^⚠ Plimsoll: 1 of 2 benchmarks works in base, but not in head: npm ci on a bind mount; no slowdown in 1 of 2 /,
  )
  expect(text([broken])).toBe(
    '⚠ Plimsoll: 1 of 1 benchmark works in base, but not in head: npm ci on a bind mount; no benchmark was compared',
  )
  expect(text([{ factor: 1.3 }, broken])).toMatch(/^🔴 Plimsoll: 1 of 2 benchmarks works in base, .*; 1 of 2 .*slower/)
  expect(text([broken, { ...broken, scenario: 'volume' }])).toContain(
    ': 2 of 2 benchmarks work in base, but not in head: npm ci on a bind mount, npm ci on a volume; ',
  )
})

test('an interval above 0 is shown as slower, as far as it is certain', () => {
  const slower = { scenario: 'volume', spread: 0.4, factor: 1.06 }
  expect(text([slower, {}, BIND])).toMatch(
    /^⚪ Plimsoll: inconclusive for 1 of 3 benchmarks \(npm ci on a volume: probably slower, between \d\.\d% and \d+\.\d%\)$/,
  )
  expect(text([{ ...slower, spread: 0.12, factor: 1.045 }], { bias: null, seed: 4 })).toBe(
    '⚪ Plimsoll: inconclusive for 1 of 1 benchmark (npm ci on a volume: slower, between 2.5% and 5.8%, but not shown to be 5% or more)',
  )
  const noisy = { scenario: 'bind', spread: 1.8 }
  expect(text([noisy, slower], { bias: null, seed: 3 })).toContain(
    'inconclusive for 2 of 2 benchmarks (npm ci on a volume: probably slower',
  )
})

test('an interval below 0 is shown as faster', () => {
  const { title, more } = headline(checkDocument([{ spread: 0.01, factor: 0.97 }]))
  expect(title).toBe('no slowdown in 1 benchmark')
  expect(more).toMatch(/^Probably faster: npm ci in the container's layer, between \d\.\d% and \d\.\d%\.$/)
})

test('where base and head have the same files, the headline says so, first if all have, and a difference is noise', () => {
  const noisy: Work = { scenario: 'volume', spread: 1.8, identical: true }
  const all = headline(checkDocument([noisy]))
  expect(headlineText(all)).toMatch(/^⚪ Plimsoll: base and head have the same files$/)
  expect(all.more).toBe(
    'Nothing that is measured differs: the files of base and head are identical. A difference in their times is noise.',
  )
  const one = headline(checkDocument([noisy, {}]))
  expect(headlineText(one)).toMatch(/^⚪ Plimsoll: inconclusive for 1 of 2 benchmarks /)
  expect(one.more).toMatch(
    /^Inconclusive: .*\. No slowdown: 1 benchmark \(.*\)\. The same files in base and head: npm ci on a volume\. A difference in their times is noise\. For a verdict, use a quieter/,
  )
})

test('the second line of an inconclusive check says what to do next', () => {
  const noisy = { scenario: 'volume', spread: 1.8 }
  expect(headline(checkDocument([{}, { ...noisy, middle: 0.12e9 }])).more).toMatch(
    / For a verdict, let the workload repeat its work until it takes a second or more \(now \d+ ms\), or use a quieter runner\.$/,
  )
  expect(headline(checkDocument([{}, { ...noisy, middle: 5e9 }])).more).toMatch(
    / For a verdict, use a quieter or larger runner, or give the workload more work\.$/,
  )
  const { design, ...document } = checkDocument([{}, noisy], { cutOff: 28 })
  const short = { ...document, status: 'complete' as const, design: { ...design, looks: [10, 14, 20, 28], rounds: 28 } }
  expect(headline(short).more).toMatch(
    / For a verdict, 50 rounds would leave about ±35\.6%, so let the workload repeat/,
  )
  const close = checkDocument([{}, { scenario: 'volume', spread: 0.18, factor: 1.03 }], { cutOff: 20 })
  const few = { ...close, status: 'complete' as const, design: { ...close.design, looks: [10, 14, 20], rounds: 20 } }
  expect(headline(few).more).toMatch(/ For a verdict, raise the number of rounds from 20 to at most 50\.$/)
  expect(headline(checkDocument([{}], { cutOff: 5, bias: null })).more).toBe(
    'For a verdict, let the check run longer, or measure fewer workloads, scenarios or engines: it reached round 5 of 50.',
  )
})

test('a name in the middle of a sentence begins in lower case, except for a proper name', () => {
  const slower = (workload: string) => text([{ workload, params: {}, factor: 1.3 }])
  expect(slower('metadata')).toContain(' slower: file metadata in')
  expect(slower('symfony-page')).toContain(' slower: Symfony page in')
})

test('an unreliable check has no verdict in its headline, and the second line says why', () => {
  const { more } = headline(checkDocument([{ factor: 1.3 }], { bias: 1.1 }))
  expect(text([{ factor: 1.3 }], { bias: 1.1 })).toBe('⚠ Plimsoll: unreliable: the runner was too noisy for a verdict')
  expect(more).toContain('the base already differs by')
})

test('a check without a slowdown says how large one could still be, and names what became faster', () => {
  expect(text([{}, BIND])).toMatch(
    /^✅ Plimsoll: no slowdown in 2 benchmarks \(each at most \d\.\d% slower, with 95% confidence\)$/,
  )
  expect(text([{}, { ...BIND, factor: 0.7 }])).toMatch(
    /^✅ Plimsoll: 1 of 2 benchmarks faster: npm ci on a bind mount, 8\.\d\d → 5\.\d\d s, −\d+\.\d%; no slowdown in the other \(at most .*\)$/,
  )
})

test('where higher is better, a slowdown is in words, because its sign would contradict the values', () => {
  const rate = { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' } as const
  const duration = { name: 'duration', unit: 'ns', better: 'lower', primary: false } as const
  const works: Work[] = [{ workload: 'sequential-write', params: {}, metrics: [rate, duration], factor: 0.7 }]
  expect(text(works)).toMatch(/^🔴 .*sequential write in the container's layer, \d.* → \d.* [^,]*, \d\d\.\d% slower$/)
})
