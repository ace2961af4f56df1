import { expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { LINKS, manyWorks, measured } from '../../test/pull-request/jobs.ts'
import { summaryMarkdown } from './comment-and-summary.ts'
import { SUMMARY_LIMIT } from './size-limits.ts'

test('a summary of several runs with 1,000,000 bytes of rows is cut', () => {
  const wide = measured(checkDocument(manyWorks(500, (index) => `${index} ${'😀'.repeat(98)}`)))
  const runs = Array.from({ length: 7 }, (_, index) => ({ ...wide, name: `runner ${index}` }))
  const summary = summaryMarkdown({ runs, links: LINKS })
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_LIMIT)
  expect(summary).toMatch(/\d+ more rows are only in the run document\./)
})
