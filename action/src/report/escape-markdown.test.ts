import { expect, test } from 'vitest'
import { escapeMarkdown } from './escape-markdown.ts'

/** The text that remains after GitHub has processed Markdown's escapes. */
function shown(text: string): string {
  return escapeMarkdown(text)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
}

// Texts that GitHub turns into links: https://github.github.com/gfm/#autolinks-extension- and GitHub's "Autolinked
// references and URLs".
const LINKS: Record<string, { linked: RegExp; texts: string[] }> = {
  'an address with a scheme': {
    linked: /[a-z]+:\/\//i,
    texts: [
      'https://example.com',
      'see HTTP://example.com/a?b',
      '(ftp://example.com)',
      'x*https://a.b',
      'git+ssh://a.b',
    ],
  },
  'an address without one': { linked: /www\./i, texts: ['www.example.com', '(WWW.example.com)', '_www.a.b_'] },
  'an e-mail address': {
    linked: /[\w.+-]+@[\w-]/,
    texts: ['a@example.com', 'mailto:a.b+c@example.com', 'xmpp:a@example.com/b'],
  },
  'a mention': { linked: /@\w/, texts: ['@everyone', '(@org/team)', 'x/@octocat', '@@octocat'] },
  'an issue': { linked: /#\d/, texts: ['#1', 'owner/repository#123', 'repository#4 and #5'] },
  'an issue by its key': { linked: /([A-Z]|gh)-\d/, texts: ['GH-1', 'gh-26', 'JIRA-123', 'CVE-2021-44228'] },
  'an advisory': { linked: /GHSA-/i, texts: ['GHSA-jfh8-c2jp-5v3q'] },
  'a commit': {
    linked: /[0-9a-f]{7}/i,
    texts: ['012345f', 'a5c3785ed8d6a35868bc169f07e40e889087fd2e', 'octocat@A5C3785', '_deadbeef_', 'x: cafe1234.'],
  },
  'an emoji': { linked: /:[\w+-]+:/, texts: [':tada:', 'a:100:b', ':+1:'] },
}

test.each(Object.entries(LINKS))('%s in a text of a document stays text', (_, { linked, texts }) => {
  for (const text of texts) {
    expect(text).toMatch(linked)
    expect(shown(text)).not.toMatch(linked)
    expect(shown(text).replaceAll('\u200b', '')).toBe(text)
  }
})

test('a formula is not rendered: its dollar signs are escaped', () => {
  expect(escapeMarkdown('$HOME/$USER')).toBe('<span>$</span>HOME/<span>$</span>USER')
})

test('nothing starts a block: no heading, list, quote, code or second line', () => {
  const starts = ['# a', '- a', '+ a', '* a', '> a', '1. a', '2) a', '```a', '| a', '~~~a', '=\r\n==']
  expect(starts.map(escapeMarkdown)).toEqual([
    '\\# a',
    '\\- a',
    '\\+ a',
    '\\* a',
    '\\> a',
    '1\\. a',
    '2\\) a',
    '\\`\\`\\`a',
    '\\| a',
    '\\~\\~\\~a',
    '= ==',
  ])
  expect(escapeMarkdown('    a')).toBe('a')
})

test('text without a meaning to GitHub stays unchanged, so that it can be copied', () => {
  for (const text of ['npm ci · bind · docker', 'p = 0.62, 99% interval', '2025 03 01', 'sha256', 'e.g. www'])
    expect(escapeMarkdown(text)).toBe(text)
  for (const text of ['1.17 s', 'bytes=268435456', '10:00:00Z']) expect(escapeMarkdown(text)).toBe(text)
  expect(escapeMarkdown('aligned-rank, 2025-03-01')).toBe('aligned\\-rank, 2025\\-03\\-01')
  expect(shown('0'.repeat(64))).toBe('0'.repeat(64))
})
