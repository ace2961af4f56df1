import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { runPython } from '../../schema/test/python.ts'
import { EditionTable } from '../components/edition-table.tsx'
import { type PartFigures, resolveEdition } from '../src/editions/figures.ts'
import { linux2026Documents, makeLinux2026 } from './linux-2026.ts'

/** The figures of a row by `check_linux_2026.py`, in the unit of the part. */
interface Expected {
  median: number
  minimum: number
  maximum: number
  n: number
  ratio: number | null
  ratio_interval: [number, number] | null
  next_run: [number, number] | null
}

/** What the script computes from the documents. */
interface Computed {
  parts: Record<string, Expected[]>
  /** How well the runs of each design agree: ratios inside the first run's prediction; pairs within 5%, in percent. */
  agreements: { runs: number; inside: number; of: number; close: number; expected: number }[]
  runs: number
  unreliable: number
  checked: number
  withheld: number
}

const runs = new Map(
  linux2026Documents().map((file) => {
    const { hash, document } = readRun(readFileSync(file))
    return [hash, { file, document }] as const
  }),
)
const edition = makeLinux2026()
let computed: Computed

beforeAll(() => {
  const documents = Object.fromEntries([...runs].map(([hash, { file }]) => [hash, file]))
  computed = runPython(new URL('check_linux_2026.py', import.meta.url).href, { edition, documents }) as Computed
})

test('an independent script computes every figure in the tables of linux-2026 from its documents', () => {
  const parts = resolveEdition(edition, (hash) => runs.get(hash)?.document ?? null)
  const rows = parts.flatMap((part) => readTable(part).map((texts, at) => ({ part, texts, at })))
  const wrong = rows.flatMap(({ part, texts, at }) => {
    const expected = computed.parts[part.code]?.[at]
    return expected && isEqualRow(texts, expected) ? [] : [[part.title, ...texts, JSON.stringify(expected)].join(' | ')]
  })
  expect(wrong).toEqual([])
  expect(rows).toHaveLength(edition.parts.flatMap((part) => part.rows).length)
  expect(rows.filter(({ texts }) => /\d×/.test(texts.join())).length).toBeGreaterThan(20)
})

test('the script computes how well the runs of linux-2026 agree, and how many are not to be trusted', () => {
  const sentences = edition.method.filter((text) => /^\d+ runs of /.test(text))
  expect(sentences).toHaveLength(computed.agreements.length)
  for (const [at, { runs, inside, of, close, expected }] of computed.agreements.entries()) {
    expect(sentences[at]).toMatch(new RegExp(`^${runs} runs of [^:]*: ${inside} of ${of} repeated ratios lie inside `))
    expect(sentences[at]).toContain(` ${Math.round(close)}% of the pairs of estimates differ by at most 5%; `)
    expect(sentences[at]).toContain(` ${Math.round(expected)}% would be expected from the rounds alone.`)
  }
  const reliability = edition.method.find((text) => text.startsWith('Unreliable: '))
  expect(reliability).toMatch(new RegExp(`^Unreliable: ${computed.unreliable} of ${computed.runs} runs\\b`))
  expect(reliability).toContain(`: ${computed.withheld} of the ${computed.checked} that the runs checked.`)
})

test('the first sentence of linux-2026 has the ratios of its bind mounts, and its counts are right', () => {
  const [first] = resolveEdition(edition, (hash) => runs.get(hash)?.document ?? null)
  const bind = (first?.rows ?? []).flatMap(({ scenario }, at) => (scenario === 'bind' ? [at] : []))
  const ratios = bind.map((at) => computed.parts[first?.code ?? '']?.[at] as Expected)
  const shown = [...edition.lede.matchAll(/([\d.]+)× \(([\d.]+)–([\d.]+)\)/g)].map(([, ...digits]) => digits)
  expect(shown).toHaveLength(ratios.length)
  for (const [at, { ratio, ratio_interval }] of ratios.entries()) {
    expect(areDigits(shown[at] as string[], [ratio as number, ...(ratio_interval as [number, number])])).toBe(true)
  }
  const rows = edition.parts.reduce((sum, part) => sum + part.rows.length, 0)
  expect(edition.lede).toContain(`. ${rows} rows from ${computed.runs} runs (`)
})

/** The figures of each row as a reader sees them, from the median to the right. */
function readTable(part: PartFigures): string[][] {
  // Another test is about the groups of samples.
  const html = renderToStaticMarkup(createElement(EditionTable, { part, legend: [], flags: [], errata: {} })).replace(
    /<small>in two groups: .*?<\/small>/g,
    '',
  )
  return [...html.matchAll(/<tr id="row-[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td class="number[^"]*"[^>]*>(.*?)<\/td>/g)].map(([, text = '']) => text),
  )
}

/** Whether the digits of a row are those of the computed figures, rounded. */
function isEqualRow([median = '', range = '', n = '', ratio, next]: string[], expected: Expected): boolean {
  const isRange = range === 'one run' || areDigits(range.split('–'), [expected.minimum, expected.maximum])
  const isRatio =
    expected.ratio === null
      ? !/\d×/.test(ratio ?? '')
      : areDigits(digitsOf(ratio), [expected.ratio, ...(expected.ratio_interval ?? [])])
  const isNext = expected.next_run === null ? !/\d/.test(next ?? '') : areDigits(digitsOf(next), expected.next_run)
  return areDigits([median], [expected.median]) && isRange && n === `${expected.n}` && isRatio && isNext
}

function digitsOf(text: string | undefined): string[] {
  return (text ?? '').match(/[\d.,]+/g) ?? []
}

/** Whether each text is the number rounded to the digits of the text. */
function areDigits(texts: string[], numbers: number[]): boolean {
  return (
    texts.length === numbers.length &&
    texts.every((text, at) => {
      const decimals = text.split('.')[1]?.length ?? 0
      const shown = Number(text.replaceAll(',', ''))
      return text !== '' && Math.abs(shown - (numbers[at] ?? Number.NaN)) <= 0.5 * 10 ** -decimals * (1 + 1e-9)
    })
  )
}
