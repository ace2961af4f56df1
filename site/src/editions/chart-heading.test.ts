import path from 'node:path'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { beforeAll, expect, test } from 'vitest'
import type { Heading } from '../page-parts/charts/stand-alone.ts'
import { findAnswer } from './answer.ts'
import { answerHeading, showAnswer } from './answer-chart.ts'
import { describeNumbers, partHeading } from './chart-heading.ts'
import type { Edition } from './edition.ts'
import { resolveEdition } from './figures.ts'
import { makeRowChart } from './part-chart.ts'
import { readEditions, readShippedDocuments } from './read-editions.ts'

const NO_CITATION = { title: '', file: '', text: '' }
const SITE = path.join(import.meta.dirname, '..', '..')
const EDITIONS = readEditions(path.join(SITE, 'shipped-editions'))
/** The headings of the charts in files, by edition and part. */
const headings = new Map<string, Heading>()
const runs = new Map<string, RunDocument>()
let answer: ReturnType<typeof findAnswer>

beforeAll(() => {
  for (const bytes of readShippedDocuments(path.join(SITE, 'documents'))) {
    const { hash, document } = readRun(bytes)
    runs.set(hash, document)
  }
  const loaded = EDITIONS.map((edition) => ({
    edition,
    parts: resolveEdition(edition, (hash) => runs.get(hash) ?? null),
    provenance: [],
  }))
  for (const { edition, parts } of loaded)
    for (const part of parts) {
      const chart = makeRowChart(part)
      if (chart !== null) headings.set(`${edition.name} ${part.code}`, partHeading(edition, part, chart))
    }
  answer = findAnswer(
    loaded,
    EDITIONS.map(({ name }) => name),
  )
})

test.each([
  [
    'mac-2025 results',
    /^npm install in a container on macOS, 2025: median, lower is better$/,
    /^Whiskers: min–max · dots: samples · /,
  ],
  ['mac-2022 results', /: one value each, lower is better$/, /^Dots: samples · drawn by Plimsoll/],
  ['startup-2026 warm', /^Warm start: median, lower is better$/, /^Whiskers: 95% interval · /],
  ['startup-2026 cpu', /: median$/, /^Boxes: quartiles · whiskers: up to 1.5 box lengths · dots: values beyond · /],
  ['linux-2026 work-34', /^cpu-limit threads=1 · suite standard: median$/, /^Whiskers: min–max · dots: samples · /],
  ['ramdisk-2022 rates', /: one value each, higher is better$/, /^Dots: samples · A RAM disk/],
  ['ramdisk-2022 latency', /: median, lower is better$/, /^Dots: samples, hollow if warm-up · stroke: median · /],
  ['caching-2017 speedup', /: ratio to the speed with “consistent”$/, /^Drawn by Plimsoll, edition caching-2017$/],
])('the heading of the chart %s says what its numbers and its marks are', (name, title, subtitle) => {
  expect(headings.get(name)?.title).toMatch(title)
  expect(headings.get(name)?.subtitle).toMatch(subtitle)
})

test('the parts of a share that should meet a limit say so, in place of the frozen direction', () => {
  const texts = resolveEdition(
    EDITIONS.find(({ name }) => name === 'linux-2026') as Edition,
    (hash) => runs.get(hash) ?? null,
  )
    .filter(({ title }) => title.startsWith('cpu-limit'))
    .map(({ text, target }) => [text.at(-1), target])
  expect(texts).toEqual(Array(2).fill(['Best at 50%.', 50]))
})

test('every chart in a file says what its numbers are, and who drew it', () => {
  for (const { title, subtitle } of headings.values()) {
    expect(title).toMatch(/: (median|one value each|ratio to )/)
    expect(subtitle).toMatch(/drawn by Plimsoll, edition \S|, Plimsoll edition \S/i)
  }
  expect(answerHeading(answer as NonNullable<typeof answer>).subtitle).toContain(' · drawn by Plimsoll')
  // A picture says so above its title, so that its footnotes fit.
  expect(answerHeading(answer as NonNullable<typeof answer>, false).subtitle).not.toContain('drawn by')
})

test('the chart of an edition of measured runs names its authors and its date', () => {
  const edition = { ...(EDITIONS.find(({ name }) => name === 'linux-2026-2') as Edition), authors: ['Ada Example'] }
  const [part] = resolveEdition(edition, (hash) => runs.get(hash) ?? null)
  expect(partHeading(edition, part as never, makeRowChart(part as never) as never).subtitle).toContain(
    ` · Ada Example, ${edition.published}, Plimsoll edition linux-2026-2`,
  )
})

test('the heading names the operating system of all rows of a chart once', () => {
  const edition = EDITIONS.find(({ name }) => name === 'caching-2017') as Edition
  const [part] = resolveEdition(edition, (hash) => runs.get(hash) ?? null)
  const subtitleOf = (title: string) =>
    partHeading({ ...edition, title }, part as never, makeRowChart(part as never) as never).subtitle
  expect(subtitleOf('Caching')).toMatch(/^On macOS · /)
  expect(subtitleOf('Caching on macOS')).toMatch(/^Drawn by Plimsoll/)
  expect(headings.get('mac-2025 results')?.subtitle).not.toMatch(/ · on (Linux|macOS) · /)
})

test('the mean of a source is not called a median', () => {
  const figures = { n: 3, median: null as number | null, mean: 1, minimum: null, maximum: null }
  const mean = { figures, better: 'lower' }
  const median = { ...mean, figures: { ...mean.figures, median: 1 } }
  const describe = (...rows: (typeof mean)[]) => describeNumbers({ rows, unit: { short: 's' } } as never)
  expect(describe(mean)).toBe('mean of the source, lower is better')
  expect(describe(median, mean)).toBe('median or mean of the source, lower is better')
})

test('the chart of the answer says the meaning of its sign once, and its embed does so in no other place', () => {
  if (answer === null) throw new Error('no answer')
  const { title, subtitle } = answerHeading(answer)
  expect(title).toBe('npm install on a bind mount: median, × native')
  expect(subtitle).toMatch(/^Lower is better · whiskers: min–max · macOS 15.1.1, .* · \* copy not timed: With [^*]*$/)
  const [, caption] = showAnswer(answer, NO_CITATION, null).embed.split('<figcaption>')
  expect(caption).not.toContain('copy not timed')
  expect(showAnswer(answer, NO_CITATION, null).embed).toMatch(/alt="[^"]*\* copy not timed: With [^"]*"/)
})
