import { describeWork } from '../benchmark-label.ts'
import { formatRatio } from '../format.ts'
import { listed } from '../format-count.ts'
import type { Benchmark, RunDocument } from '../run.v1.generated.ts'
import { placeOf } from '../scenario-places.ts'
import type { RepeatedRatio } from './repeated-ratios.ts'

/**
 * What several runs of one design found, one sentence for each work whose primary metric has means: `npm-ci small: 0.92×
 * native (0.88–0.97) on a bind mount and 1.01× native (0.99–1.03) on a volume, over 3 runs.`
 */
export function describeMeans(
  { benchmarks, engines }: RunDocument,
  ratios: readonly RepeatedRatio[],
  runs: number,
): string[] {
  const means = ratios.flatMap(({ benchmark, reference, primary, mean, interval }) => {
    if (!primary || mean === null) return []
    const own = benchmarks[benchmark] as Benchmark
    const engine = engines.length > 1 && own.engine !== null ? ` with ${own.engine}` : ''
    const text = `${formatRatio(mean, interval).replace('×', `× ${reference}`)} ${placeOf(own.scenario)}${engine}`
    return [{ work: describeWork(own), text }]
  })
  return [...Map.groupBy(means, ({ work }) => work)].map(([work, group]) => {
    return `${work}: ${listed(group.map(({ text }) => text))}, over ${runs} runs.`
  })
}
