import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { runPython } from '../../schema/test/python.ts'
import { EditionTable } from '../components/edition-table.tsx'
import { type ResolvedPart, resolveEdition } from '../src/editions/figures.ts'
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

test('an independent script computes every figure of linux-2026 from its documents', { timeout: 60_000 }, () => {
  const runs = new Map(
    linux2026Documents().map((file) => {
      const { hash, document } = readRun(readFileSync(file))
      return [hash, { file, document }] as const
    }),
  )
  const edition = makeLinux2026()
  const computed = runPython(new URL('check_linux_2026.py', import.meta.url).href, {
    edition,
    documents: Object.fromEntries([...runs].map(([hash, { file }]) => [hash, file])),
  }) as Record<string, Expected[]>
  const parts = resolveEdition(edition, (hash) => runs.get(hash)?.document ?? null)
  const rows = parts.flatMap((part) => readTable(part).map((texts, at) => ({ part, texts, at })))
  const wrong = rows.flatMap(({ part, texts, at }) => {
    const expected = computed[part.code]?.[at]
    return expected && isEqualRow(texts, expected) ? [] : [[part.title, ...texts, JSON.stringify(expected)].join(' | ')]
  })
  expect(wrong).toEqual([])
  expect(rows).toHaveLength(edition.parts.flatMap((part) => part.rows).length)
  expect(rows.filter(({ texts }) => /\d×/.test(texts.join())).length).toBeGreaterThan(20)
})

/** The figures of each row as a reader sees them, from the median to the right. */
function readTable(part: ResolvedPart): string[][] {
  const html = renderToStaticMarkup(createElement(EditionTable, { part, legend: [], flags: [] }))
  return [...html.matchAll(/<tr data-row[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td class="number[^"]*">(.*?)<\/td>/g)].map(([, text = '']) => text),
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
