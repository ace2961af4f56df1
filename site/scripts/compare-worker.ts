import type { RunDocument } from '@plimsoll/schema'
import { renderComparison } from '../src/compare/render-comparison.ts'

// Compares two runs beside the page: intervals take long enough on a phone to hold up whoever scrolls or types.

addEventListener('message', ({ data: { a, b } }: MessageEvent<{ a: RunDocument; b: RunDocument }>) => {
  postMessage(renderComparison(a, b).text)
})
