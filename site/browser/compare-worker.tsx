import { RunComparison } from '../src/compare/comparison.tsx'
import type { ComparedRuns } from '../src/compare/doubts.ts'
import { renderStatic } from '../src/page-parts/render-static.ts'

// Compares two runs in a worker: on a phone, computing the intervals would block scrolling and typing.

addEventListener('message', ({ data }: MessageEvent<ComparedRuns>) => {
  postMessage(renderStatic(<RunComparison {...data} />))
})
