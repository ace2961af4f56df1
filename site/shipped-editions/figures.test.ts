import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { runPython } from '../../schema/test/python.ts'
import { EditionMeans } from '../components/edition-part.tsx'
import { EditionTable } from '../components/edition-table.tsx'
import { type PartFigures, resolveEdition } from '../src/editions/figures.ts'
import { readEditions, readShippedDocuments } from '../src/editions/read-editions.ts'

const SITE = path.join(import.meta.dirname, '..')

type Rows = string[][]

/**
 * What the script computes of an edition: the rows of each part, as [os, platform, test, displayed figures …]; `below`,
 * the remarks under a row; and `means`, the rows of each table of means.
 */
type Recomputed = Record<string, { below: Rows; means: Record<string, Rows> } & Record<string, Rows>>

const RECOMPUTED = runPython(new URL('check_figures.py', import.meta.url).href, null) as Recomputed
const RUNS = new Map(
  readShippedDocuments(path.join(SITE, 'documents')).map((bytes) => {
    const { hash, document } = readRun(bytes)
    return [hash, document]
  }),
)

test.each(['mac-2022', 'mac-2025', 'startup-2026'])(
  'an independent script computes every figure on /editions/%s from its source',
  (name) => {
    const { below, means, ...expected } = RECOMPUTED[name] as Recomputed[string]
    const edition = readEditions(path.join(SITE, 'shipped-editions')).find((candidate) => candidate.name === name)
    if (edition === undefined) throw new Error(`no edition ${name}`)
    const tables = resolveEdition(edition, (hash) => RUNS.get(hash) ?? null).map((part) => ({
      part,
      ...readTable(part),
    }))
    expect(Object.fromEntries(tables.map(({ part, rows }) => [part.code, rows]))).toEqual(expected)
    expect(tables.flatMap((table) => table.below)).toEqual(below)
    const ownMeans = tables.map(({ part }) => [part.code, readMeans(part)] as const)
    expect(Object.fromEntries(ownMeans.filter(([, rows]) => rows.length > 0))).toEqual(means)
  },
)

/** Returns the texts that a reader sees in the table of a part. */
function readTable(part: PartFigures): { rows: Rows; below: Rows } {
  // Another test is about the groups of samples.
  const html = renderToStaticMarkup(createElement(EditionTable, { part, legend: [], flags: [], errata: {} })).replace(
    /<small>in two groups: .*?<\/small>/g,
    '',
  )
  const lines = [...html.matchAll(/<tr([^>]*)>(.*?)<\/tr>/gs)].map(([, attributes = '', content = '']) => ({
    attributes,
    content,
  }))
  return {
    rows: lines
      .filter(({ attributes }) => attributes.includes('data-row'))
      .map(({ content }) => [...namesOf(content), ...figures(content)]),
    below: lines.filter(({ attributes }) => attributes.includes('earlier')).map(({ content }) => figures(content)),
  }
}

/** Returns the system, the platform and the test of a row. */
function namesOf(row: string): string[] {
  const [, platform = '', os = ''] = /<span[^>]*>([^<]*) <span class="os">([^<]*)/.exec(row) ?? []
  const [, test = ''] = /<td class="beside"[^>]*><span>([^<]*)/.exec(row) ?? []
  return [os, platform, test]
}

/** Returns the texts of the rows of a part's table of means. */
function readMeans(part: PartFigures): Rows {
  const html = renderToStaticMarkup(createElement(EditionMeans, { part }))
  const rows = [...html.matchAll(/<tr[^>]*><th scope="row".*?<\/tr>/gs)]
  return rows.map(([row]) => texts(row, /<t[dh][^>]*>(.*?)<\/t[dh]>/g).map(withoutTags))
}

function figures(row: string): string[] {
  return texts(row, /<td class="number[^"]*"[^>]*>(.*?)<\/td>/g).map(withoutTags)
}

function texts(row: string, pattern: RegExp): string[] {
  return [...row.matchAll(pattern)].map(([, text = '']) => text)
}

function withoutTags(text: string): string {
  return text.replace(/<[^>]*>/g, '')
}
