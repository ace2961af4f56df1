import { type Check, describeCounts, judgeRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { LINKS, measured } from '../../test/comment/jobs.ts'
import { commentBody } from './comment-and-summary.ts'
import { replacedVerdicts, type Writer } from './comment-identity.ts'

const BY: Writer = { commit: 'a'.repeat(40), run: '77.1', workflow: '0123456789ab' }
const SLOWER = describeCounts(judgeRun(checkDocument([{ factor: 1.3 }])) as Check)
const CLEAR = '1 not slower'

function body(factor: number, before: string | null, by: Writer = BY): string {
  const runs = [measured(checkDocument([{ factor }]))]
  return commentBody({ runs, key: 'k', links: LINKS, writing: { by, replaced: replacedVerdicts(before, by) } })
}

test('the comment keeps the verdict of another job of the same run on the same commit', () => {
  const first = body(1.3, null)
  expect(first).not.toContain('another job')
  const second = body(1, first)
  expect(second).toMatch(
    /\n### ✅ .*\n\nThis comment replaces the verdict of another job or step about the same commit/,
  )
  expect(second).toContain(`\`comment-key\`:\n\n- ${SLOWER}\n\n`)
  expect(replacedVerdicts(body(1, second), BY)).toEqual([SLOWER, CLEAR, CLEAR])
})

test('the comment keeps the verdict of another workflow on the same commit', () => {
  expect(replacedVerdicts(body(1.3, null, { ...BY, run: '78.1', workflow: 'other' }), BY)).toEqual([SLOWER])
})

test.each<[string, Writer]>([
  ['of another commit', { ...BY, commit: 'b'.repeat(40) }],
  ['of an earlier attempt', { ...BY, run: '77.0' }],
  ['of an earlier run of the same workflow', { ...BY, run: '76.1' }],
])('a verdict of %s is replaced without a mention', (_, by) => {
  expect(replacedVerdicts(body(1.3, null, by), BY)).toEqual([])
})

test('texts that are no counts are not copied', () => {
  const second = body(1, body(1.3, null))
  expect(replacedVerdicts(second.replace(`- ${SLOWER}`, '- <script> @everyone'), BY)).toEqual([CLEAR])
  expect(replacedVerdicts(body(1.3, null).replace(SLOWER, '<script> @everyone'), BY)).toEqual([])
})
