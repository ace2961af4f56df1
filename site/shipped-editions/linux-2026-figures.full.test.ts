import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { runPython } from '../../schema/test/python.ts'
import { EditionTable } from '../components/edition-table.tsx'
import { type PartFigures, resolveEdition } from '../src/editions/figures.ts'
import { LINUX_EDITIONS, type LinuxEdition, linuxDocuments, makeLinuxEdition } from './linux-2026.ts'

/** The figures of a row by `check_figures.py`, in the unit of the part. Empty lists stand for figures that are withheld. */
interface Expected {
  median: number
  minimum: number
  maximum: number
  n: number
  /** the ratio and its interval */
  ratio: number[]
  /** the prediction interval of one more run */
  next: number[]
}

/** What the script computes from the documents. */
interface Computed {
  parts: Record<string, Expected[]>
  unreliable: number
  checked: number
  withheld: number
}

describe.each(Object.keys(LINUX_EDITIONS) as LinuxEdition[])('the edition %s', (name) => {
  const runs = new Map(
    linuxDocuments(name).map((file) => {
      const { hash, document } = readRun(readFileSync(file))
      return [hash, { file, document }] as const
    }),
  )
  const edition = makeLinuxEdition(name)
  let computed: Computed

  beforeAll(() => {
    const documents = Object.fromEntries([...runs].map(([hash, { file }]) => [hash, file]))
    computed = runPython(new URL('check_figures.py', import.meta.url).href, { edition, documents }) as Computed
  })

  test('an independent script computes every figure in the tables from the documents', () => {
    const parts = resolveEdition(edition, (hash) => runs.get(hash)?.document ?? null)
    const rows = parts.flatMap((part) => readTable(part).map((texts, at) => ({ part, texts, at })))
    const wrong = rows.flatMap(({ part, texts, at }) => {
      const expected = computed.parts[part.code]?.[at]
      return expected && isEqualRow(texts, expected)
        ? []
        : [[part.title, ...texts, JSON.stringify(expected)].join(' | ')]
    })
    expect(wrong).toEqual([])
    expect(rows).toHaveLength(edition.parts.flatMap((part) => part.rows).length)
    expect(rows.filter(({ texts }) => /\d×/.test(texts.join())).length).toBeGreaterThan(20)
  })

  test('the script computes how many runs and workloads are not to be trusted', () => {
    const reliability = edition.method.find((text) => text.startsWith('Unreliable: '))
    expect(reliability).toMatch(new RegExp(`^Unreliable: ${computed.unreliable} of ${runs.size} runs\\b`))
    expect(reliability).toContain(`: ${computed.withheld} of the ${computed.checked} that the runs checked.`)
  })

  test('the first sentence has the ratios of its bind mounts, and its counts are right', () => {
    const [first] = resolveEdition(edition, (hash) => runs.get(hash)?.document ?? null)
    const bind = (first?.rows ?? []).flatMap(({ scenario }, at) => (scenario === 'bind' ? [at] : []))
    const ratios = bind.map((at) => computed.parts[first?.code ?? '']?.[at] as Expected)
    const shown = [...edition.lede.matchAll(/([\d.]+)× \(([\d.]+)–([\d.]+)\)/g)].map(([, ...digits]) => digits)
    expect(shown).toHaveLength(ratios.length)
    for (const [at, { ratio }] of ratios.entries()) expect(areDigits(shown[at] as string[], ratio)).toBe(true)
    const rows = edition.parts.reduce((sum, part) => sum + part.rows.length, 0)
    expect(edition.lede).toContain(`. ${rows} rows from ${runs.size} runs (`)
  })
})

/** The figures of each row as a reader sees them, from the median to the right. */
function readTable(part: PartFigures): string[][] {
  // Another test is about the groups of samples.
  const html = renderToStaticMarkup(createElement(EditionTable, { part, legend: [], flags: [], errata: {} })).replace(
    /<small>in two groups: .*?<\/small>/g,
    '',
  )
  return [...html.matchAll(/<tr id="row-[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td class="number[^"]*"[^>]*>(.*?)<\/td>/g)].map(([, text = '']) =>
      text.replaceAll(/<\/?span>/g, ''),
    ),
  )
}

/** Whether the digits of a row are those of the computed figures, rounded. */
function isEqualRow([median = '', range = '', n = '', ratio, next]: string[], expected: Expected): boolean {
  const isRange = range === 'one run' || areDigits(range.split('–'), [expected.minimum, expected.maximum])
  const isRatio = expected.ratio.length === 0 ? !/\d×/.test(ratio ?? '') : areDigits(digitsOf(ratio), expected.ratio)
  const isNext = areDigits(digitsOf(next), expected.next)
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
