import type { RunDocument } from '@plimsoll/schema'
import { RunComparison } from '../src/compare/comparison.tsx'
import { renderStatic } from '../src/page/render-static.ts'

// Compares two runs in a worker: on a phone, computing the intervals would block scrolling and typing.

addEventListener('message', ({ data: { a, b } }: MessageEvent<{ a: RunDocument; b: RunDocument }>) => {
  postMessage(renderStatic(<RunComparison a={a} b={b} />))
})
