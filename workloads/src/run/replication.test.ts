import { expect, test } from 'vitest'
import { describeReplication } from './replication.ts'

const [A, B, C] = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string, string]
const RUN = { hash: A, finishedAt: '2026-01-01T00:00:00Z' }

test.each([
  ['the same content under another id', { digest: B, contentDigest: C }, 'same'],
  ['another content', { digest: B, contentDigest: B }, 'anew'],
  ['the same id, and an unknown content', { digest: A }, 'same'],
] as const)('an image with %s is not made anew unless its content is', async (_, image, images) => {
  const earlier = [{ digest: A, contentDigest: C }]
  expect(await describeReplication({ ...RUN, images: earlier }, { images: [image], engines: [] })).toMatchObject({
    images,
  })
})
