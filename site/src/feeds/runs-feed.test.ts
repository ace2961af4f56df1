import { identify, type RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../../../schema/test/check-document.ts'
import { runPython } from '../../../schema/test/python.ts'
import { exampleRun } from '../testing.ts'
import { runsFeed, uuidFromHash } from './runs-feed.ts'

const BASE = 'https://registry.example/plimsoll/'
const siteAt = (baseUrl: string | null) => ({ baseUrl, siteName: 'Plimsoll' })
const ATTACK = ']]></title><script>&<!-- "\' \u0000\u0008\ufffe\uffff\u202e 😀'

const RUNS = [exampleRun(), checkDocument(EVERY_VERDICT), named(ATTACK), exampleRun(dayOnly)]

function named(name: string): RunDocument {
  return exampleRun((run) => Object.assign(run.suite, { name }))
}

function dayOnly(run: RunDocument): void {
  Object.assign(run, { startedAt: '2025-03-01', finishedAt: '2025-03-01' })
}

test('the feeds are valid Atom for any document, with and without a base URL', () => {
  const feeds = [BASE, null].flatMap((base) => [runsFeed(RUNS, siteAt(base)), runsFeed([], siteAt(base))])
  expect(runPython(new URL('check-atom.py', import.meta.url).href, feeds)).toEqual(feeds.map(() => []))
  const [entry] = /<entry>.*?<\/entry>/s.exec(runsFeed([named(ATTACK)], siteAt(BASE))) ?? []
  expect(entry).toContain(
    ']]&gt;&lt;/title&gt;&lt;script&gt;&amp;&lt;!-- &quot;&#39; \ufffd\ufffd\ufffd\ufffd\ufffd 😀',
  )
})

test('the check detects invalid Atom', () => {
  const feed = runsFeed(RUNS, siteAt(BASE))
  const [first = ''] = /<entry>.*?<\/entry>/s.exec(feed) ?? []
  const broken = [
    feed.replace('</entry>', `</entry>${first}`),
    feed.replace(/<author>.*?<\/author>/, ''),
    feed.replace(/<updated>/, '<updated>on '),
    feed.replace(/<id>[^<]*/, '<id>here'),
    feed.replace(/<title>.*?<\/title>/, ''),
  ]
  const found = runPython(new URL('check-atom.py', import.meta.url).href, broken) as string[][]
  expect(found.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
})

test('the id of an entry depends on its document only; it has the times of the document and the addresses of the run', () => {
  const { id, hash } = identify(exampleRun())
  const [entry = ''] = /<entry>.*?<\/entry>/s.exec(runsFeed([exampleRun()], siteAt(BASE))) ?? []
  expect(entry).toContain(`<id>urn:uuid:${uuidFromHash(hash)}</id>`)
  expect(entry).toContain('<published>2025-03-01T10:00:00Z</published>')
  expect(entry).toContain(`<updated>${exampleRun().finishedAt}</updated>`)
  expect(entry).toContain(`href="${BASE}runs/${id}"`)
  expect(entry).toContain(`href="${BASE}runs/${id}.json"`)
  expect(runsFeed([exampleRun()], siteAt(null))).toContain(`href="../runs/${id}"`)
  expect(runsFeed([exampleRun(dayOnly)], siteAt(null))).toContain('<updated>2025-03-01T00:00:00Z</updated>')
})

test('the update time of a feed is that of its latest entry, in any order', () => {
  const later = exampleRun((run) => Object.assign(run, { finishedAt: '2026-01-01T00:00:00Z' }))
  for (const runs of [
    [exampleRun(), later],
    [later, exampleRun()],
  ]) {
    expect(/<updated>(.*?)<\/updated>/.exec(runsFeed(runs, siteAt(BASE)))?.[1]).toBe('2026-01-01T00:00:00Z')
  }
})

test('a UUID of version 8 keeps the other bits of the hash', () => {
  expect(uuidFromHash(`sha256:${'f'.repeat(64)}`)).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff')
  expect(uuidFromHash('0123456789abcdef'.repeat(4))).toBe('01234567-89ab-8def-8123-456789abcdef')
})
