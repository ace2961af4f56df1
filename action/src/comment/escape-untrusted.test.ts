import { describe, expect, test } from 'vitest'
import { CASES, LINKS, measured, plainDocument } from '../../test/comment/jobs.ts'
import { commentBody, summaryMarkdown } from './comment-and-summary.ts'
import { markdownLine, plainLine } from './escape-untrusted.ts'
import { runPageLink, summaryLink } from './links.ts'

describe.each([
  ['the comment', (runs: Parameters<typeof commentBody>[0]['runs']) => commentBody({ runs, key: 'k', links: LINKS })],
  ['the job summary', (runs: Parameters<typeof commentBody>[0]['runs']) => summaryMarkdown({ runs, links: LINKS })],
])('of hostile texts %s', (_, render) => {
  const text = render(CASES.hostile?.() ?? [])
  const own = text
    .replace('<!-- plimsoll:comment k -->\n', '')
    .replace(`[how to read this](${LINKS.registry}/docs/pull-requests#read-the-comment)`, '')
    .replaceAll(/<\/?details>|<\/?summary>|<span>\$<\/span>/g, '')

  test('has no HTML and no marker but ours', () => {
    expect(own).not.toMatch(/(?<!\\)</)
  })

  test('has no link, image, footnote or address', () => {
    expect(own).not.toMatch(/(?<!\\)[[\]]/)
    expect(own).not.toMatch(/:\/\/|www\.|[A-Za-z0-9]@[A-Za-z0-9]/)
  })

  test('contains no mention and no reference to an issue or commit', () => {
    // Plain decimal numbers stay whole, so that a reader can copy them.
    expect(own).not.toMatch(/@[A-Za-z0-9]|#\d|GH-\d|(?<!sha256:)\b(?!\d+\b)[0-9a-f]{7,40}\b/)
  })

  test('has as many columns in every row as in the heading', () => {
    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    const columns = rows.map((row) => row.replaceAll(/\\./g, '').split('|').length)
    expect(new Set(columns.slice(0, 3)).size).toBe(1)
    expect(rows.length).toBeGreaterThan(2)
  })

  test('has no control, format or bidirectional characters but what keeps addresses from being links', () => {
    expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
  })
})

test('a text is one line, and keeps its end when it is too long', () => {
  expect(plainLine('one\r\n two\u2028three\u0007four', 100)).toBe('one two three four')
  expect(plainLine(`${'a'.repeat(500)} · bind`, 20)).toBe('aaaaaaaaaaaaa…· bind')
  expect(Array.from(plainLine('😀'.repeat(500), 80))).toHaveLength(80)
  expect(Array.from(plainLine('x'.repeat(10_000)))).toHaveLength(300)
  expect(markdownLine('\ud800|', 9)).toBe('\ufffd\\|')
})

test('the page of a run is linked to only in the given registry, and only if it is that of this run', () => {
  const job = measured(plainDocument())
  const linkTo = (permalink: string, registry: string | null = LINKS.registry) =>
    runPageLink({ ...job, permalink }, { ...LINKS, registry })
  const path = `/runs/${job.run.id}`
  expect(linkTo(`https://plimsoll.example/registry${path}`)).toBe(
    `[Run page](https://plimsoll.example/registry${path})`,
  )
  expect(linkTo(`https://plimsoll.example/registry${path}/`, 'https://plimsoll.example/registry/')).not.toBeNull()
  for (const permalink of [
    `https://evil.example/registry${path}`,
    `https://plimsoll.example${path}`,
    `https://plimsoll.example/registry-of-evil${path}`,
    `https://plimsoll.example/registry/../evil${path}`,
    `https://plimsoll.example@evil.example/registry${path}`,
    `https://plimsoll.example.evil.example/registry${path}`,
    `http://plimsoll.example/registry${path}`,
    `https://plimsoll.example/registry/runs/another`,
    `https://plimsoll.example/registry)[x](https://evil.example${path}`,
    `https://plimsoll.example/registry\n${path}`,
    `https://plimsoll.example/registry?x=${path}`,
    `javascript:alert(1)//${path}`,
    'not an address',
  ])
    expect(linkTo(permalink), permalink).toBeNull()
  expect(linkTo(`https://plimsoll.example/registry${path}`, null)).toBeNull()
})

test('a job summary is linked to only on the server of GitHub', () => {
  const job = measured(plainDocument())
  expect(summaryLink(job, LINKS)).toBe(`[job summary](${job.summary})`)
  expect(summaryLink({ ...job, summary: 'https://github.com.evil.example/x' }, LINKS)).toBeNull()
  expect(summaryLink({ ...job, summary: null }, LINKS)).toBeNull()
})
