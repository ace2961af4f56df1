// `npm run bench`: prints the performance of Plimsoll's own code. If there is a comparable program, the performance is
// a ratio to that program, measured in the same run.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { identify, parseStrict, readRun, summarizeRun } from '@plimsoll/schema'
import { printAgentBench } from '../../workloads/agent/bench.ts'
import { printBundleBench } from './bench-bundle.ts'
import { printRunBench } from './bench-run.ts'
import { printTimerBench } from './bench-timer.ts'
import { ensurePython } from './python.ts'

await ensurePython()
await printAgentBench()
await printTimerBench()
printDocumentBench()
await printBundleBench()
await printRunBench()
printRegistryBench()

/**
 * Run the registry's own benchmarks in separate processes. The output of the benchmarks explains how to run larger
 * ones.
 */
function printRegistryBench(): void {
  for (const name of ['bench.ts', 'scale.ts']) {
    const file = fileURLToPath(new URL(`../../site/bench/${name}`, import.meta.url))
    execFileSync(process.execPath, [file], { stdio: 'inherit' })
  }
}

/** Print the cost of reading a document. The document is a run of 24 benchmarks × 10 samples, made from the example. */
function printDocumentBench(): void {
  const text = twentyFourBenchmarks()
  const parse = medianTime(() => JSON.parse(text))
  const strict = medianTime(() => parseStrict(text))
  const read = medianTime(() => readRun(text))
  // Use a new seed each time, because results of random draws are cached by seed.
  let seed = 0
  const summary =
    medianTime(() => {
      const { document } = readRun(text)
      summarizeRun({ ...document, design: { ...document.design, seed: ++seed } })
    }) - read
  console.log(
    `a document of ${Math.round(text.length / 1024)} KiB, 24 benchmarks × 10 samples: strict parse ${ms(strict)} ms (${(strict / parse).toFixed(1)} × JSON.parse), ` +
      `parse + validate + identify ${ms(read)} ms (${Math.round(1000 / read)} a second), summary ${ms(summary)} ms`,
  )
}

function twentyFourBenchmarks(): string {
  const document = JSON.parse(readFileSync(new URL('../../examples/run.json', import.meta.url), 'utf8'))
  const [benchmark] = document.benchmarks
  const [sample] = benchmark.samples
  document.benchmarks = Array.from({ length: 24 }, (_, index) => ({
    ...benchmark,
    params: { size: `size-${index}` },
    samples: Array.from({ length: 10 }, (_, round) => ({
      ...sample,
      round,
      order: index,
      warmup: false,
      values: { duration: sample.values.duration + 7919 * round },
    })),
  }))
  const text = JSON.stringify(document)
  identify(readRun(text).document) // Fail here if the text is not a valid document.
  return text
}

/** The median of 21 timings after 5 warm-ups, in milliseconds. */
function medianTime(work: () => unknown): number {
  const times = Array.from({ length: 26 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).slice(5)
  return times.sort((a, b) => a - b)[10] as number
}

function ms(milliseconds: number): string {
  return milliseconds.toFixed(2)
}
