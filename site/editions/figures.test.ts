import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { runPython } from '../../schema/test/python.ts'
import { EditionTable } from '../components/edition-table.tsx'
import { type ResolvedPart, resolveEdition } from '../src/editions/figures.ts'
import { readEditions, readShippedDocuments } from '../src/editions/read-editions.ts'

const SITE = path.join(import.meta.dirname, '..')

/**
 * The rows of each part of an edition, as [os, platform, test, displayed figures …]. `below` holds the remarks under a
 * row.
 */
type Recomputed = Record<string, Record<string, string[][]>>

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
    const { below, ...expected } = RECOMPUTED[name] ?? {}
    const edition = readEditions(path.join(SITE, 'editions')).find((candidate) => candidate.name === name)
    if (edition === undefined) throw new Error(`no edition ${name}`)
    const tables = resolveEdition(edition, (hash) => RUNS.get(hash) ?? null).map((part) => ({
      part,
      ...readTable(part),
    }))
    expect(Object.fromEntries(tables.map(({ part, rows }) => [part.code, rows]))).toEqual(expected)
    expect(tables.flatMap((table) => table.below)).toEqual(below)
  },
)

/** Returns the texts that a reader sees in the table of a part. */
function readTable(part: ResolvedPart): { rows: string[][]; below: string[][] } {
  const html = renderToStaticMarkup(createElement(EditionTable, { part, legend: [], flags: [] }))
  const lines = [...html.matchAll(/<tr([^>]*)>(.*?)<\/tr>/gs)].map(([, attributes = '', content = '']) => ({
    attributes,
    content,
  }))
  return {
    rows: lines
      .filter(({ attributes }) => attributes.includes('data-row'))
      .map(({ content }) => [
        ...texts(
          content,
          /<t[dh][^>]*class="(?:os|stick[^"]*|scenario)">(?:<span[^>]*>)?(.*?)<(?:\/t[dh]|\/span|small)/g,
        ),
        ...figures(content),
      ]),
    below: lines.filter(({ attributes }) => attributes.includes('earlier')).map(({ content }) => figures(content)),
  }
}

function figures(row: string): string[] {
  return texts(row, /<td class="number[^"]*">(.*?)<\/td>/g)
}

function texts(row: string, pattern: RegExp): string[] {
  return [...row.matchAll(pattern)].map(([, text = '']) => text)
}
