import type { RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument, type Work } from '../../../schema/test/check-document.ts'
import { type CheckReport, checkReport } from './check.ts'
import { checkHeadline, headlineText } from './headline.ts'

const headline = (document: RunDocument) => checkHeadline(checkReport(document) as CheckReport)
const text = (...[works, options]: Parameters<typeof checkDocument>) =>
  headlineText(headline(checkDocument(works, options)))

const BIND: Work = { scenario: 'bind', middle: 8.1e9 }

test('one slower benchmark is named, with its medians and its change', () => {
  const { more } = headline(checkDocument([{}, { ...BIND, factor: 1.17 }]))
  expect(text([{}, { ...BIND, factor: 1.17 }])).toMatch(
    /^🔴 Plimsoll: 1 of 2 benchmarks slower: npm ci on a bind mount, 8\.\d\d → 9\.\d\d s, \+1\d\.\d%$/,
  )
  expect(more).toMatch(
    /^The slowdown is between \+\d+\.\d% and \+\d+\.\d%\. No slowdown: 1 benchmark \(at most \d\.\d% slower\)\.$/,
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

test('what is uncertain is in the headline', () => {
  const ends = { variant: 'head', status: 'failed', reason: 'exit code 1', rounds: 3 } as const
  const noisy = { scenario: 'volume', spread: 1.8 }
  expect(text([{ factor: 1.3 }, noisy, { ...BIND, ends }])).toMatch(/^🔴 .*; 1 inconclusive, 1 failed$/)
  expect(text([{}, noisy])).toMatch(
    /^⚪ Plimsoll: inconclusive for 1 of 2 benchmarks \(npm ci on a volume: between \d+(\.\d)?% faster and \d+(\.\d)?% slower\)$/,
  )
  expect(text([{}, { ...BIND, ends }])).toMatch(
    /^⚪ Plimsoll: no slowdown in 1 of 2 benchmarks \(at most .*; 1 failed$/,
  )
  expect(text([{ ends }])).toBe('⚪ Plimsoll: no benchmark was compared; 1 failed')
  expect(text([{}], { cutOff: 5, bias: null })).toBe(
    '⚪ Plimsoll: inconclusive for 1 of 1 benchmark: too few rounds; the run ended early',
  )
})

test('the second line of an inconclusive check says what to do next', () => {
  const noisy = { scenario: 'volume', spread: 1.8 }
  expect(headline(checkDocument([{}, noisy])).more).toMatch(
    /^Run the check again, on a quieter runner if you can\. No slowdown: 1 benchmark/,
  )
  const { design, ...document } = checkDocument([{}, noisy], { cutOff: 28 })
  const short = { ...document, status: 'complete' as const, design: { ...design, looks: [10, 14, 20, 28], rounds: 28 } }
  expect(headline(short).more).toMatch(
    /^Run the check again, or raise the number of rounds from 28 to at most 50\. No slowdown/,
  )
  expect(headline(checkDocument([{}], { cutOff: 5, bias: null })).more).toBe(
    'Run the check again, with enough time for all rounds.',
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
  expect(text([{}, BIND])).toMatch(/^✅ Plimsoll: no slowdown in 2 benchmarks \(each at most \d\.\d% slower\)$/)
  expect(text([{}, { ...BIND, factor: 0.7 }])).toMatch(
    /^✅ Plimsoll: no slowdown in 2 benchmarks \(at most .*\); 1 faster: npm ci on a bind mount, 8\.\d\d → 5\.\d\d s, −\d+\.\d%$/,
  )
})

test('where higher is better, a slowdown is in words, because its sign would contradict the medians', () => {
  const rate = { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' } as const
  const duration = { name: 'duration', unit: 'ns', better: 'lower', primary: false } as const
  const works: Work[] = [{ workload: 'sequential-write', params: {}, metrics: [rate, duration], factor: 0.7 }]
  expect(text(works)).toMatch(/^🔴 .*sequential write in the container's layer, \d.* → \d.* [^,]*, \d\d\.\d% slower$/)
})
