import type { RunDocument } from '@plimsoll/schema'
import { renderComparison } from '../src/compare/render-comparison.ts'

// Compares two runs in a worker: on a phone, computing the intervals would block scrolling and typing.

addEventListener('message', ({ data: { a, b } }: MessageEvent<{ a: RunDocument; b: RunDocument }>) => {
  postMessage(renderComparison(a, b).text)
})
